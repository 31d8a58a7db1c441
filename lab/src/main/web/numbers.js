// Numbers and durations as text, and the scales of sliders.

const UNITS = [['d', 86400], ['h', 3600], ['m', 60], ['s', 1], ['ms', 1e-3], ['us', 1e-6], ['ns', 1e-9]];

/** Returns a number with three significant digits, such as 1,240 or 0.37. */
export function shown(value) {
  if (!Number.isFinite(value)) {
    return '–';
  }
  return Number(value.toPrecision(3)).toLocaleString('en', {maximumSignificantDigits: 3});
}

/** Returns a number for an axis: from 10,000 on in thousands, such as 120k. */
export function brief(value) {
  return Math.abs(value) >= 1e6 ? shown(value / 1e6) + 'M' : Math.abs(value) >= 1e4 ? shown(value / 1e3) + 'k' : shown(value);
}

/** Returns the seconds of a duration such as 1m30s; NaN if it is none. */
export function seconds(text) {
  const parts = text.trim().match(/\d+(?:\.\d+)?(?:ns|us|ms|d|h|m|s)/g);
  if (!parts || parts.join('') !== text.trim()) {
    return NaN;
  }
  return parts.reduce((sum, part) => {
    const unit = part.replace(/^[\d.]+/, '');
    return sum + parseFloat(part) * UNITS.find(each => each[0] === unit)[1];
  }, 0);
}

/** Returns a duration, rounded to two digits, as a whole number of the largest unit: 2500ms, 3s. */
export function duration(value) {
  const rounded = Number(value.toPrecision(2));
  for (const [unit, size] of UNITS.slice(3)) {
    const count = rounded / size;
    if (Math.abs(count - Math.round(count)) < 1e-6) {
      return Math.round(count) + unit;
    }
  }
  return Math.round(rounded * 1e9) + 'ns';
}

/**
 * The scale of a slider: 0 to 100 for values around a middle one, finer where they are small. Around 0, it is linear
 * and has an end of its own.
 */
export class SliderScale {
  constructor(middle, range, end) {
    const [low, high] = range;
    this.low = Math.max(low, middle / 10);
    this.high = Math.min(high, middle * 10);
    this.linear = middle <= 0 || this.low <= 0;
    if (this.linear) {
      this.low = low;
      this.high = Math.min(high, end);
    }
  }

  value(position) {
    const share = position / 100;
    return this.linear
      ? this.low + share * (this.high - this.low)
      : this.low * Math.pow(this.high / this.low, share);
  }

  position(value) {
    const share = this.linear
      ? (value - this.low) / (this.high - this.low)
      : Math.log(value / this.low) / Math.log(this.high / this.low);
    return Math.round(1000 * Math.min(1, Math.max(0, share || 0))) / 10;
  }
}
