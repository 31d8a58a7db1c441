// Small multiples: a row for each policy, a chart for each measure, one scale for all policies.

import {policyMenu} from './copy.js';
import {element, newId} from './dom.js';
import {brief, shown} from './numbers.js';

/** The measures of a chart: how each is computed from the series of a run, by name. */
export const MEASURES = [
  {key: 'goodput', title: 'Goodput', short: 'Goodput', unit: 'calls/s', series: 'goodput', capacity: true},
  {key: 'load', title: 'Attempts', short: 'Attempts', unit: '/s', series: 'load', capacity: true},
  {key: 'queue', title: 'Queue', short: 'Queue', unit: 'attempts', series: 'queue'},
  {key: 'amplification', title: 'Attempts per call', short: 'Per call', unit: '', series: 'amplification', least: 2},
  {key: 'latency', title: 'Duration, p95', short: 'Duration', unit: 's', series: 'duration'},
  {key: 'calls', title: 'Calls in the first second', short: 'Calls', unit: 'calls/ms', series: 'calls', end: 1}
];

const ROWS_OF_TABLE = 24;
const FEWEST_RUNS = 5;

let colours = new Map();

/** Returns the value of a colour of the style sheet. */
export function colour(name) {
  if (!colours.has(name)) {
    colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  }
  return colours.get(name);
}

/** Forgets the colours, after a change between light and dark. */
export function forgetColours() {
  colours = new Map();
}

/** The charts of one experiment. */
export class Rows {
  /**
   * @param edit called with the index of a policy that is to be edited
   */
  constructor(container, plan, edit) {
    this.plan = plan;
    this.edit = edit;
    this.rows = plan.contenders.map((contender, index) => this.row(contender, index));
    this.plots = [];
    this.tops = new Map();
    this.series = [];
    container.replaceChildren(...this.rows.map(row => row.root));
  }

  row(contender, index) {
    const verdict = element('p', {class: 'verdict'}, '…');
    const charts = element('div', {class: 'charts'});
    const figures = element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Figures of ' + contender.label});
    const data = element('details', {class: 'data', toggle: () => this.table(index)},
      element('summary', {}, 'Figures and values as a table'), figures);
    const id = newId('row');
    const root = element('section', {class: 'row h' + index % 5, 'aria-labelledby': id},
      element('div', {class: 'title'}, element('h2', {id}, element('span', {class: 'dot'}), contender.label),
        element('button', {type: 'button', class: 'small', 'aria-label': 'Edit policy ' + contender.label,
          click: () => this.edit(index)}, 'Edit'),
        policyMenu(contender.label, form => this.forms?.contenders[index]?.[form])),
      verdict, charts, data);
    return {root, verdict, charts, data, figures, cells: new Map(), contender};
  }

  /** Shows the results so far. */
  update(bands, summary) {
    this.series = summary.series;
    this.summary = summary;
    this.data = bands.map(numbers => unpack(numbers, summary.series));
    this.end = Math.max(0, ...this.data.flatMap(each => [...each.values()].map(values => Math.max(1, values.mean.length - 1) * values.seconds)));
    const measures = MEASURES.filter(measure => summary.series.some(each => each.name === measure.series));
    const tops = new Map(measures.map(measure => [measure.key, this.top(measure)]));
    const seen = this.rows.map(row => inSight(row.root));
    this.rows.forEach((row, index) => {
      const cell = summary.contenders[index];
      row.verdict.replaceChildren(element('b', {}, cell.verdict[0]), ' ' + cell.verdict.slice(1).join(' '));
      if (measures.length === 0 && !row.opened) {
        row.data.open = row.opened = true;
      }
      for (const measure of measures) {
        this.draw(row, index, measure, tops.get(measure.key), seen[index]);
      }
      this.table(index);
    });
    this.rest();
    return measures;
  }

  // Charts out of sight are drawn after the frame of those in sight; those of other measures on a phone, when chosen.
  rest() {
    if (!this.isResting) {
      this.isResting = true;
      requestAnimationFrame(() => setTimeout(() => {
        this.isResting = false;
        this.paint();
        this.onRest?.();
      }));
    }
  }

  /** Draws what is shown and not drawn yet. */
  paint() {
    for (const row of this.rows) {
      for (const cell of row.cells.values()) {
        if (cell.pending && cell.holder.clientWidth > 0) {
          cell.plot.setData(cell.pending);
          cell.pending = undefined;
        }
      }
    }
  }

  top(measure) {
    let top = measure.least || 0;
    for (const data of this.data) {
      for (const value of data.get(measure.series).mean) {
        top = Math.max(top, value || 0);
      }
    }
    if (measure.capacity && this.plan.capacity) {
      top = Math.max(top, this.plan.capacity * 1.1);
    }
    const before = this.tops.get(measure.key) || 0;
    // A scale that moves with every run would make the charts tremble.
    const kept = top <= before && top > before / 2 ? before : niceTop(top);
    this.tops.set(measure.key, kept);
    return kept;
  }

  draw(row, index, measure, top, isSeen) {
    const {mean, low, high, seconds} = this.data[index].get(measure.series);
    const times = Array.from(mean, (value, i) => i * seconds);
    // An interval of confidence from two or three runs covers the chart and says nothing.
    const certain = this.summary.contenders[index].runs >= FEWEST_RUNS;
    const data = [times, ...[certain ? low : [], certain ? high : [], mean].map(values => Array.from(times, (time, i) => Number.isFinite(values[i]) ? values[i] : null))];
    const cell = row.cells.get(measure.key);
    if (cell) {
      cell.top.value = top;
      cell.top.end = measure.end || this.end;
      cell.pending = data;
      if (isSeen && !cell.root.classList.contains('off')) {
        cell.plot.setData(data);
        cell.pending = undefined;
      }
    } else {
      row.cells.set(measure.key, this.chart(row, index, measure, data, top));
    }
    const label = row.contender.label + ', ' + measure.title.toLowerCase() + ': ' + described(mean, measure, seconds, this.plan);
    row.cells.get(measure.key).holder.setAttribute('aria-label', label);
  }

  chart(row, index, measure, data, top) {
    const output = element('span', {class: 'read'});
    const holder = element('div', {class: 'plot', role: 'img'});
    const root = element('div', {class: 'chart', 'data-measure': measure.key, 'data-figure': measure.key === 'calls' ? 'calls' : undefined},
      element('h3', {}, element('span', {}, measure.title + (measure.unit ? ', ' + measure.unit : '')), output), holder);
    row.charts.append(root);
    const limit = {value: top, end: measure.end || this.end};
    const plot = new uPlot(options(holder, index, measure, limit, this.plan, output), data, holder);
    return {plot, holder, root, top: limit};
  }

  /** Fits the charts to their places. */
  resize() {
    for (const row of this.rows) {
      for (const {plot, holder} of row.cells.values()) {
        if (holder.clientWidth > 0) {
          plot.setSize({width: holder.clientWidth, height: holder.clientHeight});
        }
      }
    }
    this.paint();
  }

  /** Draws again with the colours of the page. */
  redraw() {
    this.rows.forEach(row => row.cells.forEach(cell => cell.plot.redraw()));
  }

  /** Shows one measure alone where the page is narrow. */
  select(key) {
    for (const row of this.rows) {
      row.cells.forEach((cell, name) => cell.root.classList.toggle('off', name !== key));
    }
    this.resize();
  }

  table(index) {
    const row = this.rows[index];
    if (row.data.open && this.data) {
      row.figures.replaceChildren(figureTable(this.plan, this.summary.contenders[index]),
        ...valueTable(this.data[index], this.series));
    }
  }

  destroy() {
    this.rows.forEach(row => row.cells.forEach(cell => cell.plot.destroy()));
  }
}

function inSight(root) {
  const {top, bottom} = root.getBoundingClientRect();
  return root.isConnected && top < innerHeight && bottom > 0;
}

/** Returns the end of an axis that has room for a value. */
export function niceTop(top) {
  const size = Math.pow(10, Math.floor(Math.log10(top || 1)));
  const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
  return size * steps.find(step => step * size >= top * 1.04 || step === 10);
}

/** Reads means and bounds of each series, in that order, from an array of lengths and values. */
export function unpack(numbers, series) {
  const data = new Map();
  let at = 0;
  const next = () => {
    const length = numbers[at];
    const values = numbers.subarray(at + 1, at + 1 + length);
    at += 1 + length;
    return values;
  };
  for (const {name, seconds} of series) {
    data.set(name, {mean: next(), low: next(), high: next(), seconds});
  }
  return data;
}

/** Returns how a series is drawn where no line reaches a value, because it has no neighbour: as a point. */
export function pointsAlone(own, spansGaps) {
  return {show: false, size: 4, width: 0, fill: own, filter: (plot, index) => alone(plot.data[index], spansGaps)};
}

function alone(values, spansGaps) {
  const known = [...values.keys()].filter(i => values[i] !== null && values[i] !== undefined);
  return spansGaps ? known.length === 1 ? known : []
    : known.filter((i, at) => known[at - 1] !== i - 1 && known[at + 1] !== i + 1);
}

function options(holder, index, measure, limit, plan, output) {
  const own = () => colour('--c' + index % 5);
  const axis = {stroke: () => colour('--muted'), font: '11px system-ui, sans-serif', ticks: {show: false}, gap: 4};
  return {
    width: Math.max(holder.clientWidth, 120),
    height: Math.max(holder.clientHeight, 100),
    legend: {show: false},
    padding: [6, 18, 0, 0],
    cursor: {sync: {key: 'time'}, y: false, drag: {x: false, y: false}, points: {size: 5}},
    scales: {x: {time: false, range: () => [0, limit.end]}, y: {range: () => [0, limit.value]}},
    axes: [
      {...axis, size: 20, space: 42, grid: {show: false}, values: (plot, ticks) => ticks.map(tick => tick + ' s')},
      {...axis, size: 36, space: 28, grid: {stroke: () => colour('--line'), width: 1}, values: (plot, ticks) => ticks.map(brief)}
    ],
    bands: [{series: [2, 1], fill: () => own() + '33'}],
    series: [{}, ...[0, 0].map(() => ({stroke: () => own() + '00', width: 0, points: {show: false}})),
      {stroke: own, width: 1.6, points: pointsAlone(own)}],
    hooks: {
      drawClear: [plot => fault(plot, plan.fault)],
      draw: [plot => measure.capacity && capacity(plot, plan.capacity)],
      setCursor: [plot => read(plot, measure, output)]
    }
  };
}

function fault(plot, window) {
  if (window) {
    const {ctx, bbox} = plot;
    const from = Math.max(bbox.left, plot.valToPos(window[0], 'x', true));
    const to = Math.min(bbox.left + bbox.width, plot.valToPos(window[1], 'x', true));
    ctx.save();
    ctx.fillStyle = colour('--fault');
    ctx.fillRect(from, bbox.top, Math.max(0, to - from), bbox.height);
    ctx.restore();
  }
}

function capacity(plot, value) {
  if (value) {
    const {ctx, bbox} = plot;
    const y = plot.valToPos(value, 'y', true);
    ctx.save();
    ctx.strokeStyle = colour('--muted');
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.restore();
  }
}

function read(plot, measure, output) {
  const i = plot.cursor.idx;
  const value = i === null || i === undefined ? undefined : plot.data[3][i];
  output.textContent = value === undefined || value === null ? '' : shown(value) + ' at ' + shown(plot.data[0][i]) + ' s';
}

function described(mean, measure, seconds, plan) {
  let most = -Infinity;
  let at = 0;
  mean.forEach((value, i) => {
    if (value > most) {
      most = value;
      at = i;
    }
  });
  const last = mean.length > 0 ? mean[mean.length - 1] : NaN;
  const marks = (measure.capacity && plan.capacity ? '; the capacity is ' + shown(plan.capacity) : '')
      + (plan.fault ? '; the fault lasts from ' + plan.fault[0] + ' s to ' + plan.fault[1] + ' s' : '');
  return 'at most ' + shown(most) + ' ' + measure.unit + ' at ' + shown(at * seconds) + ' s, at the end ' + shown(last) + marks;
}

function figureTable(plan, cell) {
  const rows = plan.metrics.map((metric, i) => element('tr', {},
    element('th', {scope: 'row'}, metric.meaning), element('td', {},
      cell.figures[i].text.replace('+-', '±') + (metric.unit && cell.figures[i].mean !== null ? ' ' + metric.unit : ''))));
  return element('table', {}, element('caption', {}, 'Figures of ' + cell.runs + (cell.runs === 1 ? ' run' : ' runs')),
    element('tbody', {}, rows));
}

function valueTable(data, series) {
  const timed = series.filter(each => data.has(each.name));
  if (timed.length === 0) {
    return [];
  }
  const length = Math.max(...timed.map(each => data.get(each.name).mean.length));
  const step = Math.max(1, Math.ceil(length / ROWS_OF_TABLE));
  const rows = [];
  for (let i = 0; i < length; i += step) {
    rows.push(element('tr', {}, element('th', {scope: 'row'}, i * timed[0].seconds + ' s'),
      timed.map(each => element('td', {}, shown(data.get(each.name).mean[i])))));
  }
  const head = element('tr', {}, element('th', {scope: 'col'}, 'time'),
    timed.map(each => element('th', {scope: 'col'}, each.name + ', ' + each.unit)));
  return [element('table', {}, element('caption', {}, 'Means over the runs'), element('thead', {}, head), element('tbody', {}, rows))];
}
