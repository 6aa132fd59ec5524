// The pace: how long pictures take, and how many pixels they may have to come in time.

const LATE = 30, EARLY = 19;           // [ms] between pictures: fewer pixels above, more below
const PATIENCE = 12;                   // pictures until the next change
const LEAST = 0.5, STEP = 0.85;        // of the pixels of a side

export class Pace {
  constructor() {
    this.detail = 1;
    this.fewest = false;
    this.waited = 0;
    this.mean = 0;
  }

  // A picture came `milliseconds` after the last one; whether the number of pixels changes.
  note(milliseconds) {
    if (milliseconds > 500) return false;                        // the page was hidden
    this.mean = this.mean ? this.mean + (milliseconds - this.mean) / 8 : milliseconds;
    if (++this.waited < PATIENCE) return false;
    const wanted = this.mean > LATE ? this.detail * STEP : this.mean < EARLY ? this.detail / STEP : this.detail;
    const next = Math.min(Math.max(wanted, LEAST), 1);
    this.fewest = next === LEAST && this.mean > LATE;
    if (next === this.detail) return false;
    this.detail = next;
    this.waited = this.mean = 0;
    return true;
  }
}
