// The map of one policy: whether it recovers, by load and length of the fault.

import {element, newId} from './dom.js';
import {shown} from './numbers.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const CELL = {width: 64, height: 26};
const LEFT = 66;
const TOP = 6;
const BOTTOM = 22;

function drawn(name, attributes, text) {
  const built = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    built.setAttribute(key, value);
  }
  if (text !== undefined) {
    built.textContent = text;
  }
  return built;
}

/** The section of the map; hidden where a scenario has none. */
export class PhaseMap {
  /**
   * @param choose called with the index of the policy whose map is wanted
   */
  constructor(root, choose) {
    this.root = root;
    this.contender = 0;
    const id = newId('map');
    this.select = element('select', {id, change: () => {
      this.contender = Number(this.select.value);
      this.cells = undefined;
      this.draw();
      choose(this.contender);
    }});
    this.holder = element('div', {role: 'img'});
    const plane = element('div', {class: 'plane', tabindex: 0, role: 'region', 'aria-label': 'Map of loads and lengths'}, this.holder);
    this.explanation = element('p', {class: 'verdict'});
    this.axes = element('p', {class: 'hint'});
    this.status = element('p', {class: 'hint'});
    this.table = element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Values of the map'});
    this.data = element('details', {class: 'data', toggle: () => this.fillTable()},
      element('summary', {}, 'Map as a table'), this.table);
    root.replaceChildren(
      element('div', {class: 'title'}, element('h2', {id: root.getAttribute('aria-labelledby')}, 'Load and length of the fault'),
        element('div', {class: 'line'}, element('label', {for: id, class: 'hint'}, 'Policy'), this.select)),
      this.explanation, plane, this.axes, this.status, this.data);
  }

  /** Takes a new experiment, without values. */
  prepare(plan) {
    if (plan.map) {
      this.plan = plan;
      this.cells = undefined;
      this.contender = Math.min(this.contender, plan.contenders.length - 1);
      document.documentElement.dataset.map = 0;
      this.isStale = true;
    } else {
      this.root.hidden = true;
      this.isStale = false;
    }
  }

  /** Shows the axes, after the charts, whose first drawing matters most. */
  rest() {
    if (this.isStale) {
      this.root.hidden = false;
      this.select.replaceChildren(...this.plan.contenders.map((each, index) => element('option', {value: index}, each.label)));
      this.select.value = this.contender;
      this.explanation.textContent = 'Seconds from the end of the fault until the system recovers, in one run for each cell; “no”: not within '
        + this.plan.values.watch + '. The dot is where the settings are.';
      this.draw();
    }
  }

  /** Shows the values so far. */
  update({cells, done, contender}) {
    if (contender === this.contender) {
      this.rest();
      this.cells = cells;
      this.done = done;
      this.draw();
    }
  }

  draw() {
    this.isStale = false;
    const {loads, lengths} = this.plan.map;
    const width = LEFT + loads.length * CELL.width + 8;
    const height = TOP + lengths.length * CELL.height + BOTTOM;
    const svg = drawn('svg', {viewBox: '0 0 ' + width + ' ' + height, 'aria-hidden': 'true'});
    lengths.forEach((length, row) => {
      const y = this.top(row);
      svg.append(drawn('text', {x: LEFT - 8, y: y + CELL.height / 2 + 4, 'text-anchor': 'end'}, time(length)));
      loads.forEach((load, column) => this.cell(svg, row, column, y));
    });
    loads.forEach((load, column) => svg.append(
      drawn('text', {x: LEFT + (column + .5) * CELL.width, y: height - BOTTOM + 16, 'text-anchor': 'middle'}, shown(load) + '/s')));
    svg.append(drawn('circle', {...this.dot(), r: 6, class: 'here'}));
    this.holder.replaceChildren(svg);
    this.axes.textContent = this.axis();
    this.holder.setAttribute('aria-label', this.description());
    const all = loads.length * lengths.length;
    this.status.textContent = !this.cells ? 'Drawn after the runs above.'
      : this.done < all ? this.done + ' of ' + all + ' cells' : this.result();
    document.documentElement.dataset.map = this.cells ? this.done : 0;
    this.fillTable();
  }

  /** What all cells say together, as where no load and no fault is too much for the policy. */
  result() {
    const times = this.cells.filter(Number.isFinite);
    const longest = Math.max(0, ...times);
    if (times.length === 0) {
      return 'It recovers nowhere on this map.';
    }
    return 'It recovers ' + (times.length === this.cells.length ? 'everywhere' : 'in ' + times.length + ' of ' + this.cells.length + ' cells')
      + ' on this map, ' + (longest === 0 ? 'at once.' : 'after at most ' + word(longest) + '.');
  }

  axis() {
    return 'To the right: calls per second' + (this.plan.capacity ? '; the server serves ' + shown(this.plan.capacity) + '/s' : '')
      + '. Upwards: length of the fault.';
  }

  top(row) {
    return TOP + (this.plan.map.lengths.length - 1 - row) * CELL.height;
  }

  cell(svg, row, column, y) {
    const value = this.cells?.[row * this.plan.map.loads.length + column];
    const x = LEFT + column * CELL.width;
    const kind = value === undefined || value === null ? 'none' : Number.isFinite(value) ? 'back' : 'stuck';
    const shade = kind === 'back' ? Math.min(.55, .08 + .47 * Math.log10(1 + value) / Math.log10(301)) : 1;
    svg.append(drawn('rect', {x: x + 1, y: y + 1, width: CELL.width - 2, height: CELL.height - 2, rx: 3, class: kind, 'fill-opacity': shade}));
    if (kind !== 'none') {
      svg.append(drawn('text', {x: x + CELL.width / 2, y: y + CELL.height / 2 + 4, 'text-anchor': 'middle', class: kind}, word(value)));
    }
  }

  dot() {
    const {loads, lengths, load, length} = this.plan.map;
    return {cx: LEFT + (place(loads, load) + .5) * CELL.width - 22, cy: this.top(place(lengths, length)) + CELL.height / 2};
  }

  description() {
    if (!this.cells) {
      return 'Map, not yet drawn';
    }
    const known = this.cells.filter(value => value !== null);
    return 'Map of ' + this.plan.contenders[this.contender].label + ': recovers in ' + known.filter(Number.isFinite).length
      + ' of ' + known.length + ' cells. The values are in the table below.';
  }

  fillTable() {
    if (!this.data.open || !this.cells) {
      return;
    }
    const {loads, lengths} = this.plan.map;
    const head = element('tr', {}, element('th', {scope: 'col'}, 'fault'), loads.map(load => element('th', {scope: 'col'}, shown(load) + '/s')));
    const rows = lengths.map((length, row) => element('tr', {}, element('th', {scope: 'row'}, time(length)),
      loads.map((load, column) => element('td', {}, word(this.cells[row * loads.length + column])))));
    this.table.replaceChildren(element('table', {},
      element('caption', {}, 'Seconds until the recovery of ' + this.plan.contenders[this.contender].label),
      element('thead', {}, head), element('tbody', {}, rows)));
  }
}

function word(value) {
  return value === undefined || value === null ? '…' : Number.isFinite(value) ? shown(value) + ' s' : 'no';
}

function time(seconds) {
  return seconds < 1 ? shown(1000 * seconds) + ' ms' : shown(seconds) + ' s';
}

/** Returns the place of a value among rising ones, as a fraction of their steps. */
function place(values, value) {
  const next = values.findIndex(each => each >= value);
  if (next < 1) {
    return next < 0 ? values.length - 1 : 0;
  }
  return next - 1 + (value - values[next - 1]) / (values[next] - values[next - 1]);
}
