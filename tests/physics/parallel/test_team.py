"""Teams of threads: every block is processed once, in the order of the stages, also with late members."""
from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest
from numba import njit

from physics.parallel.job_runner import Teamwork
from physics.parallel.team import (
    CALLED,
    CHUNKS,
    GATHERED,
    JOB,
    LINE,
    OPEN,
    SHARE,
    Team,
    alone,
    begin,
    first_chunk,
    new_control,
    next_chunk,
    share,
    wait_for_first_job,
    wait_for_next_job,
)
from physics.parallel.thread_count import FIRST_PAUSE, LONGEST_ALONE, SMALL, TRIAL, ThreadChoice
from physics.parallel.worker_pool import CREW

MOST_BLOCKS, BUSY = 200, 200


@njit(nogil=True, error_model="numpy")
def count_blocks(team, sizes, grain, counts, wrong):
    """Stage s adds 1 to counts[s, block] of each of its sizes[s] blocks, and looks whether the stage before is complete."""
    for stage in range(len(sizes)):
        blocks = sizes[stage]
        chunk = first_chunk(team, blocks, grain)
        while chunk >= 0:
            first, last = share(team, chunk, 0, blocks)
            for before in range(sizes[stage - 1] if stage > 0 else 0):
                if counts[stage - 1, before] != 1:
                    wrong[0] += 1
            for block in range(first, last):
                total = 0.0
                for k in range(BUSY):
                    total += k * block
                counts[stage, block] += 1 if total >= 0.0 else 2
            chunk = next_chunk(team)


def job(draw: random.Random) -> tuple[np.ndarray, int, np.ndarray, np.ndarray]:
    """Arguments of a job with random stages, and where it counts."""
    sizes = np.array([draw.choice((0, 1, 2, 7, 30, MOST_BLOCKS)) for _ in range(draw.randrange(1, 40))])
    return sizes, draw.choice((1, 4, 32)), np.zeros((len(sizes), MOST_BLOCKS), np.int64), np.zeros(1, np.int64)


def assert_once(sizes, counts, wrong) -> None:
    """Each block of each stage was counted once, and never before the stage in front of it."""
    expected = np.arange(MOST_BLOCKS) < sizes[:, None]
    assert np.array_equal(counts, expected)
    assert wrong[0] == 0


@pytest.mark.parametrize("members", [1, 2, 3, 8])
def test_every_block_once(members):
    """Many jobs of one team, with stages of any size."""
    draw, team = random.Random(members), Teamwork(members, measured=False)
    for _ in range(150):
        arguments = job(draw)
        with team.gathered(SMALL):
            assert team.members == members
            team.work(lambda one: count_blocks(one, *arguments))
        assert_once(arguments[0], *arguments[2:])
    assert team.used == members


@pytest.mark.parametrize("late", [0.0, 0.002])
def test_late_helpers_change_nothing(late):
    """A helper comes in when the job is long over, and its arrays already are another job's."""
    draw, team = random.Random(5), Teamwork(3, measured=False)
    entered = threading.Event()

    def slow(one: Team, arguments) -> None:
        if one.member:
            time.sleep(late * draw.random())
            entered.set()
        count_blocks(one, *arguments)

    arguments = job(draw)
    for _ in range(100):
        arguments[2][:] = 0
        arguments[0][:] = [draw.choice((0, 1, 5, MOST_BLOCKS)) for _ in arguments[0]]       # what a helper may still be reading
        with team.gathered(SMALL):
            team.work(lambda one: slow(one, arguments))
        assert_once(arguments[0], *arguments[2:])
    assert entered.wait(2.0)


def test_a_member_of_a_closed_job_does_nothing():
    """Closed before it began: no chunk, no waiting."""
    arguments = job(random.Random(1))
    control = new_control()
    own = np.zeros(LINE, np.int64)
    own[:3] = 0, 0, 1
    count_blocks(Team(1, 2, control, own), *arguments)
    assert not arguments[2].any() and not control.any()


def test_spinning_helpers_leave_with_the_next_call_or_the_step():
    """It never spins for long: without a call it leaves."""
    def seconds(job: int, called: int, gathered: int) -> float:
        control = new_control()
        control[CALLED], control[GATHERED] = called, gathered
        times = []
        for _ in range(5):
            since = time.perf_counter()
            wait_for_first_job(control, job)
            times.append(time.perf_counter() - since)
        return min(times)

    wait_for_first_job(new_control(), 0)                         # compiled
    patient = seconds(job=3, called=3, gathered=1)
    assert 1e-4 < patient < 0.5
    assert seconds(job=3, called=4, gathered=1) < patient / 4
    assert seconds(job=3, called=3, gathered=0) < patient / 4


def test_helpers_stay_inside_until_the_next_job_is_called():
    """The first member calls it from inside of its kernel, when the interpreter lock is free."""
    @njit(nogil=True)
    def enter(team, seen):
        begin(team, 1, 1)
        seen[team.member] = team.control[CALLED]
        wait_for_next_job(team)

    control, own, seen = new_control(), np.zeros(LINE, np.int64), np.zeros(2, np.int64)
    control[OPEN] = own[JOB] = 7
    enter(Team(1, 2, control, own), seen)
    assert seen[1] == 0, "a helper calls no helper"
    team = Teamwork(2, measured=False)
    with team.gathered(SMALL):
        team.work(lambda one: enter(one, seen))
        team.work(lambda one: enter(one, seen))
    assert seen[0] == 2 == team._control[CALLED] and team._control[GATHERED] == 0


def test_there_are_only_so_many_chunks():
    """However many blocks there are."""
    @njit
    def chunks(team, blocks):
        begin(team, blocks, 1)
        return team.own[CHUNKS]

    control = new_control()
    control[OPEN] = 1
    own = np.zeros(LINE, np.int64)
    own[2] = 1
    assert chunks(Team(0, 2, control, own), 10**6) == 2 * SHARE
    assert chunks(alone(), 10**6) == 1 and chunks(alone(), 0) == 0


def test_a_crew_serves_one_world_at_a_time():
    """A world that finds it busy works alone."""
    one, other = Teamwork(2, measured=False), Teamwork(2, measured=False)
    with one.gathered(SMALL):
        with other.gathered(SMALL):
            assert (one.members, other.members) == (2, 1)
    with other.gathered(SMALL):
        assert other.members == 2
    assert CREW.take(one) and CREW.take(one) and not CREW.take(other)
    CREW.release(other)
    assert not CREW.take(other)
    CREW.release(one)
    assert CREW.take(other)
    CREW.release(other)


def test_an_error_gives_the_crew_back():
    """What is raised in the first member is raised to the caller."""
    team = Teamwork(2, measured=False)

    def fail(one: Team) -> None:
        if one.member == 0:
            raise ArithmeticError("no")

    with pytest.raises(ArithmeticError, match="no"), team.gathered(SMALL):
        team.work(fail)
    with team.gathered(SMALL):
        assert team.members == 2


def steps(choice: ThreadChoice, seconds: dict[int, float], number: int, blocks: int = 100) -> list[int]:
    """Members of so many steps that take `seconds` by number of members."""
    used = []
    for _ in range(number):
        used.append(choice.members(blocks))
        choice.learn(used[-1], blocks, seconds[used[-1]])
    return used


def test_threads_that_help_stay():
    """Two threads in 0.6 of the time: one is tried now and then, more and more seldom."""
    used = steps(ThreadChoice(2), {1: 1.0, 2: 0.6}, 2000)
    assert used[:FIRST_PAUSE] == [2] * FIRST_PAUSE
    assert 0 < used.count(1) <= 30


def test_threads_that_hinder_are_left():
    """Two threads that take 1.3 of the time cost less than 5 % in a thousand steps."""
    used = steps(ThreadChoice(2), {1: 1.0, 2: 1.3}, 1000)
    assert sum({1: 1.0, 2: 1.3}[members] for members in used) < 1.05 * 1000


def test_little_gain_changes_nothing():
    """Threads that were put away come back for a tenth of the time, not for what may be noise."""
    choice = ThreadChoice(2)
    assert steps(choice, {1: 1.0, 2: 1.3}, 500)[-1] == 1
    assert steps(choice, {1: 1.0, 2: 0.94}, 3000)[-1] == 1
    assert steps(choice, {1: 1.0, 2: 0.8}, 9000)[-1] == 2


def test_a_change_of_the_load_is_noticed():
    """Another program takes the second core, and gives it back."""
    choice = ThreadChoice(2)
    assert steps(choice, {1: 1.0, 2: 0.6}, 100)[-1] == 2
    assert steps(choice, {1: 1.0, 2: 4.0}, 3000)[-1] == 1
    assert steps(choice, {1: 1.0, 2: 0.6}, LONGEST_ALONE + 2 * TRIAL)[-1] == 2, "however long that took"


def test_small_worlds_stay_on_one_thread():
    """And a limit of one is one."""
    assert set(steps(ThreadChoice(8), {1: 1.0, 8: 0.1}, 50, blocks=SMALL - 1)) == {1}
    assert set(steps(ThreadChoice(1), {1: 1.0}, 50)) == {1}
    assert set(steps(ThreadChoice(8, measured=False), {8: 1.0}, 50)) == {8}
