import { expect, test } from 'bun:test'
import { createFormat } from '../i18n/format'
import { ui } from '../i18n/pt/ui'
import { snoozePresets } from './actions/snooze-dialog'

const format = createFormat('pt', 'America/Sao_Paulo', ui)
const at = (text: string) => snoozePresets(Date.parse(text), format).map(({ preset, until }) => `${preset} ${until}`)

test.each([
  // A Wednesday at noon.
  [
    '2026-11-18T15:00:00Z',
    [
      'hour 2026-11-18T16:00:00.000Z',
      'evening 2026-11-18T18:00',
      'tomorrow 2026-11-19T08:00',
      'monday 2026-11-23T08:00',
    ],
  ],
  // A Sunday at 23:30: Monday is tomorrow, and the evening has begun.
  ['2026-11-23T02:30:00Z', ['hour 2026-11-23T03:30:00.000Z', 'tomorrow 2026-11-23T08:00']],
  // A Monday: the next one.
  ['2026-11-23T21:00:00Z', ['hour 2026-11-23T22:00:00.000Z', 'tomorrow 2026-11-24T08:00', 'monday 2026-11-30T08:00']],
])('offers times from %s', (now, expected) => {
  expect(at(now)).toEqual(expected)
})
