"""The lesson's card beside the scene, its question, and the list of lessons."""
