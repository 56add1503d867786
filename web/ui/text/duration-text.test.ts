import { expect, test } from 'bun:test'
import { durationText, readDuration } from './duration-text'

test('reads durations as people write them, in the three languages', () => {
  const cases: [string, number][] = [
    ['2 h', 120],
    ['2h', 120],
    ['1 h 30', 90],
    ['1h30', 90],
    ['1 h 30 min', 90],
    ['1:30', 90],
    ['1,5 h', 90],
    ['0.5 h', 30],
    ['90 min', 90],
    ['90', 90],
    ['1 d', 1440],
    ['1 d 4', 1680],
    ['1 d 4 h 5 min', 1685],
    ['2 dias', 2880],
    ['1 día', 1440],
    ['2 days', 2880],
    ['3 horas', 180],
    ['1 hora 15 minutos', 75],
    ['  10  MIN ', 10],
  ]
  expect(cases.map(([text]) => [text, readDuration(text)])).toEqual(cases)
  expect(readDuration('  ')).toBeNull()
})

test('refuses what is no duration, or no whole number of minutes', () => {
  const texts = [
    'soon',
    '2 x',
    'h',
    '1 h 2 h',
    '30 min 1 h',
    '-5',
    '1.5',
    '1:75',
    '1e3',
    '2 h!',
    '1 h 30 20',
    '٣',
    `${'1'.repeat(50)}!`,
  ]
  for (const text of texts) expect([text, readDuration(text)]).toEqual([text, Number.NaN])
})

test('writes what it reads', () => {
  for (const minutes of [1, 59, 60, 61, 90, 1439, 1440, 1441, 2880, 525_600]) {
    expect(readDuration(durationText(minutes))).toBe(minutes)
  }
  expect([durationText(90), durationText(1440), durationText(0)]).toEqual(['1 h 30 min', '1 d', '0 min'])
})
