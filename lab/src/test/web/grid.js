// Simulates the requests of grid.json and posts the bits of every number.
import {loadEngine} from './engine.js';

const search = new URL(location.href).searchParams;
const kind = search.get('engine');

function hex(numbers) {
  const words = new Uint32Array(numbers.buffer);
  let text = '';
  for (let i = 0; i < numbers.length; i++) {
    text += Number.isNaN(numbers[i])
        ? '7ff8000000000000 '
        : words[2 * i + 1].toString(16).padStart(8, '0') + words[2 * i].toString(16).padStart(8, '0') + ' ';
  }
  return text;
}

async function simulate() {
  const engine = await loadEngine(kind);
  const lines = ['engine ' + engine.kind, 'catalogue ' + engine.catalogueText()];
  const requests = await (await fetch('grid.json')).json();
  for (const [index, request] of requests.entries()) {
    try {
      const plan = engine.prepare(request);
      for (let run = 0; run < plan.runs; run++) {
        for (let contender = 0; contender < plan.contenders.length; contender++) {
          const events = engine.run(contender, run);
          lines.push(index + ' ' + run + ' ' + contender + ' ' + events + ' ' + hex(engine.finished(contender, run)));
        }
      }
      plan.contenders.forEach((each, contender) =>
          lines.push(index + ' bands ' + contender + ' ' + hex(engine.bands(contender))));
      lines.push(index + ' summary ' + engine.summaryText());
      lines.push(index + ' verdict ' + engine.verdictText());
      for (const point of plan.sweep ? [0, 9, 18] : []) {
        plan.contenders.forEach((each, contender) => {
          const at = index + ' sweep ' + point + ' ' + contender + ' ';
          lines.push(at + hex(engine.sweep(contender, point)));
          lines.push(at + hex(engine.sweepBands(contender)));
        });
      }
    } catch (failure) {
      lines.push(index + ' failed: ' + failure.message);
    }
  }
  return lines.join('\n');
}

const answer = await simulate().catch(failure => 'failed: ' + failure + '\n' + failure.stack);
await fetch('answer/' + search.get('name'), {method: 'POST', body: answer});
