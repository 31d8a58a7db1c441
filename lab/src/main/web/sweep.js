// Work and completion time of all policies against the number of clients.

import {colour, niceTop, pointsAlone, unpack} from './charts.js';
import {element} from './dom.js';
import {brief, shown} from './numbers.js';

const CHARTS = [
  {key: 'work', title: 'Work', unit: 'calls', power: 2, law: factor => shown(factor) + ' × N²'},
  {key: 'time', title: 'Completion time', unit: 'ms', power: 1, law: factor => shown(factor) + ' ms × N'}
];
// The point to which the law is fitted: the number of clients of the article, 100.
const FITTED = 9;
const FEWEST_RUNS = 5;
const LABEL_WIDTH = 84;
const LABEL_HEIGHT = 13;
const LONGEST_LABEL = 13;

/** The section of the sweep; hidden where a scenario has none. */
export class ClientSweep {
  constructor(root) {
    this.root = root;
    this.explanation = element('p', {class: 'verdict'});
    this.status = element('p', {class: 'hint'});
    this.charts = CHARTS.map(chart => this.chart(chart));
    root.replaceChildren(
      element('div', {class: 'title'}, element('h2', {id: root.getAttribute('aria-labelledby')}, 'Number of clients')),
      this.explanation, element('div', {class: 'charts wide'}, this.charts.map(each => each.root)), this.status);
  }

  chart(chart) {
    const output = element('span', {class: 'read'});
    const holder = element('div', {class: 'plot tall', role: 'img', 'aria-label': chart.title + ' against the number of clients, not yet drawn'});
    const table = element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': chart.title + ', values'});
    const data = element('details', {class: 'data', toggle: () => this.fillTables()},
      element('summary', {}, chart.title + ' as a table'), table);
    const root = element('div', {class: 'chart', 'data-figure': chart.key},
      element('h3', {}, element('span', {}, chart.title + ', ' + chart.unit), output), holder, data);
    return {...chart, root, holder, output, data, table, limit: {}};
  }

  /** Shows the axes of a new experiment; charts of an earlier one stay until the first runs. */
  prepare(plan) {
    this.root.hidden = !plan.sweep;
    const before = this.plan;
    this.plan = plan;
    this.series = undefined;
    if (!plan.sweep) {
      this.destroy();
      return;
    }
    if (before?.sweep && labels(before) !== labels(plan)) {
      this.destroy();
    }
    this.explanation.textContent = 'Each client changes the row once; ' + plan.sweep.points[0] + ' to '
      + plan.sweep.points.at(-1) + ' clients, all other settings as above. A band, from five runs on, is the interval of confidence of 95 %.';
    this.status.textContent = 'Simulated after the first run.';
    document.documentElement.dataset.sweep = 0;
  }

  /** Shows the values so far. */
  update({bands, done, points}) {
    this.done = done;
    this.series = bands.map(numbers => unpack(numbers, CHARTS.map(({key}) => ({name: key, seconds: 1}))));
    this.charts.forEach(chart => this.draw(chart));
    const {runs} = this.plan;
    this.status.textContent = done < runs
      ? done + ' of ' + runs + ' runs at each number of clients' + (points > 0 ? ', ' + points + ' of ' + this.plan.sweep.points.length + ' points of the next' : '')
      : runs + (runs === 1 ? ' run' : ' runs') + ' at each number of clients';
    this.fillTables();
    document.documentElement.dataset.sweep = done;
  }

  draw(chart) {
    const {points} = this.plan.sweep;
    const means = this.series.map(each => each.get(chart.key).mean);
    const isCertain = this.done >= FEWEST_RUNS;
    const known = values => Array.from(values, value => Number.isFinite(value) ? value : null);
    const data = [points];
    this.series.forEach(each => {
      const {mean, low, high} = each.get(chart.key);
      data.push(known(isCertain ? low : mean), known(isCertain ? high : mean), known(mean));
    });
    chart.drawnLaw = undefined;
    const fitted = means[0][FITTED];
    if (this.plan.sweep.law && Number.isFinite(fitted)) {
      const factor = fitted / Math.pow(points[FITTED], chart.power);
      data.push(points.map(clients => factor * Math.pow(clients, chart.power)));
      chart.drawnLaw = chart.law(factor);
    }
    chart.limit.value = niceTop(Math.max(0, ...data.slice(1).flat()));
    chart.limit.end = points.at(-1);
    if (chart.plot && chart.plot.series.length !== data.length) {
      chart.plot.destroy();
      chart.plot = undefined;
    }
    if (chart.plot) {
      chart.plot.setData(data);
    } else {
      chart.plot = new uPlot(this.options(chart, data.length), data, chart.holder);
    }
    chart.holder.setAttribute('aria-label', this.description(chart, means));
  }

  description(chart, means) {
    const {points} = this.plan.sweep;
    return chart.title + ' against the number of clients: ' + means.map((mean, index) =>
      this.plan.contenders[index].label + ' ' + shown(mean[FITTED]) + ' ' + chart.unit + ' at ' + points[FITTED] + ', '
        + shown(mean.at(-1)) + ' at ' + points.at(-1)).join('; ') + (chart.drawnLaw ? '; dashed ' + chart.drawnLaw : '') + '.';
  }

  options(chart, length) {
    const axis = {stroke: () => colour('--muted'), font: '11px system-ui, sans-serif', ticks: {show: false}, gap: 4};
    const own = index => colour('--c' + index % 5);
    const contenders = this.plan.contenders.map((each, index) => index);
    const series = [{}, ...contenders.flatMap(index => [
      ...[0, 0].map(() => ({stroke: () => own(index) + '00', width: 0, points: {show: false}, spanGaps: true})),
      {stroke: () => own(index), width: 1.6, points: pointsAlone(() => own(index), true), spanGaps: true}])];
    if (series.length < length) {
      series.push({stroke: () => colour('--muted'), width: 1, dash: [4, 3], points: {show: false}});
    }
    return {
      width: Math.max(chart.holder.clientWidth, 200),
      height: Math.max(chart.holder.clientHeight, 140),
      legend: {show: false},
      padding: [8, LABEL_WIDTH, 0, 0],
      cursor: {y: false, drag: {x: false, y: false}, points: {size: 5}},
      scales: {x: {time: false, range: () => [0, chart.limit.end]}, y: {range: () => [0, chart.limit.value]}},
      axes: [
        {...axis, size: 20, space: 42, label: 'clients', labelSize: 16, labelFont: '11px system-ui, sans-serif', labelGap: 0, grid: {show: false}},
        {...axis, size: 38, space: 28, grid: {stroke: () => colour('--line'), width: 1}, values: (plot, ticks) => ticks.map(brief)}
      ],
      bands: contenders.map(index => ({series: [3 * index + 2, 3 * index + 1], fill: () => own(index) + '33'})),
      series,
      hooks: {
        draw: [plot => this.label(plot, chart)],
        setCursor: [plot => this.read(plot, chart)]
      }
    };
  }

  // Names at the ends of the lines, moved apart: colours alone do not distinguish lines for everybody.
  label(plot, chart) {
    const {ctx, bbox} = plot;
    const ends = this.plan.contenders.map((contender, index) => ({
      text: short(contender.label), colour: colour('--c' + index % 5), value: plot.data[3 * index + 3]?.findLast(value => value !== null)
    }));
    if (chart.drawnLaw) {
      ends.push({text: chart.drawnLaw, colour: colour('--muted'), value: plot.data.at(-1).at(-1)});
    }
    const placed = ends.filter(each => each.value !== undefined)
      .map(each => ({...each, y: plot.valToPos(each.value, 'y', true)})).sort((a, b) => b.y - a.y);
    const height = LABEL_HEIGHT * devicePixelRatio;
    let lowest = bbox.top + bbox.height;
    ctx.save();
    ctx.font = 11 * devicePixelRatio + 'px system-ui, sans-serif';
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    for (const each of placed) {
      const y = Math.min(each.y, lowest);
      lowest = y - height;
      ctx.fillStyle = each.colour;
      ctx.fillText(each.text, bbox.left + bbox.width + 5 * devicePixelRatio, y);
    }
    ctx.restore();
  }

  read(plot, chart) {
    const i = plot.cursor.idx;
    chart.output.textContent = i === null || i === undefined ? '' : plot.data[0][i] + ' clients: '
      + this.plan.contenders.map((each, index) => shown(plot.data[3 * index + 3][i] ?? NaN)).join(', ');
  }

  fillTables() {
    for (const chart of this.charts) {
      if (chart.data.open && this.series) {
        chart.table.replaceChildren(this.table(chart));
      }
    }
  }

  table(chart) {
    const head = element('tr', {}, element('th', {scope: 'col'}, 'clients'),
      this.plan.contenders.map(each => element('th', {scope: 'col'}, each.label)));
    const rows = this.plan.sweep.points.map((point, i) => element('tr', {}, element('th', {scope: 'row'}, String(point)),
      this.series.map(each => element('td', {}, cell(each.get(chart.key), i)))));
    return element('table', {}, element('caption', {}, chart.title + ', ' + chart.unit + ': means, with the interval of confidence of 95 %'),
      element('thead', {}, head), element('tbody', {}, rows));
  }

  /** Fits the charts to the width of the page. */
  resize() {
    for (const {plot, holder} of this.charts) {
      if (plot && holder.clientWidth > 0) {
        plot.setSize({width: holder.clientWidth, height: holder.clientHeight});
      }
    }
  }

  /** Draws again with the colours of the page. */
  redraw() {
    this.charts.forEach(({plot}) => plot?.redraw());
  }

  destroy() {
    for (const chart of this.charts) {
      chart.plot?.destroy();
      chart.plot = undefined;
      chart.output.textContent = '';
      chart.table.replaceChildren();
    }
  }
}

function labels(plan) {
  return JSON.stringify(plan.contenders.map(each => each.label));
}

function short(label) {
  return label.length > LONGEST_LABEL ? label.slice(0, LONGEST_LABEL - 1) + '…' : label;
}

function cell({mean, high}, i) {
  const margin = high[i] - mean[i];
  return shown(mean[i]) + (margin > 0 ? ' ± ' + shown(margin) : '');
}
