// The pace: how long pictures take, and how many pixels they may have to come in time.

const LATE = 30, EARLY = 19;           // [ms] between pictures: fewer pixels above, more below
const WANTED = 24;                     // [ms]
const HIDDEN = 700;                    // [ms] after so long the page was not shown
const FEWEST = 3, MORE = 24;           // pictures until there are fewer pixels, and until there are more
const LEAST = 0.5;                     // of the pixels of a side
const SLOWEST = 0.65, FASTEST = 1.12;  // change of that at once

export class Pace {
  constructor() {
    this.detail = 1;
    this.fewest = false;                 // whether pictures come late with the fewest pixels
    this.times = [];
  }

  // A picture came `milliseconds` after the last one.
  note(milliseconds) {
    if (milliseconds > HIDDEN) return;
    this.times.push(milliseconds);
    if (this.times.length < FEWEST) return;
    const middle = [...this.times].sort((a, b) => a - b)[this.times.length >> 1], late = middle > LATE;
    if (this.times.length < MORE && !late) return;
    const change = late || middle < EARLY ? Math.min(Math.max(Math.sqrt(WANTED / middle), SLOWEST), FASTEST) : 1;
    this.fewest = late && this.detail === LEAST;
    this.detail = Math.min(Math.max(this.detail * change, LEAST), 1);
    this.times = [];
  }
}
