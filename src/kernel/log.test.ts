import { afterEach, expect, test } from 'bun:test'
import { spyOn } from 'bun:test'
import { currentRequest, noteCompanyOfRequest, runRequest } from './current-request'
import { createLog } from './log'

const written: string[] = []
const spy = () => spyOn(process.stderr, 'write').mockImplementation((text) => (written.push(String(text)), true))
let stderr: ReturnType<typeof spy> | undefined
function log(format: 'text' | 'json') {
  stderr ??= spy()
  return createLog('debug', format)
}
afterEach(() => {
  stderr?.mockRestore()
  stderr = undefined
  written.length = 0
})

const hostile = {
  newlines: 'a\r\nfake line\n{"level":"error"}',
  control: '\u0000\u0001\u001b[31mred\u0007\u007f\u0085\u009f',
  separators: 'a\u2028b\u2029c',
  'lone high': 'x\ud800y',
  'lone low': 'x\udc00y',
  quotes: '"\\"\\\\',
  long: '\n'.repeat(60_000),
}

test('a line of JSON is one line with the same text, whatever the text is', () => {
  for (const [name, text] of Object.entries(hostile)) {
    log('json').warn(text, { company: 7, connection: 3, [text]: text, name, error: new Error(text) })
    const line = written.pop() ?? ''
    expect(line.endsWith('}\n')).toBe(true)
    expect(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/.test(line.slice(0, -1))).toBe(false)
    const { time, level, message, company, connection, facts, ...rest } = JSON.parse(line)
    expect([level, message, company, connection, rest]).toEqual(['warn', text, 7, 3, {}])
    expect(new Date(time).toISOString()).toBe(time)
    expect([facts[text], facts.name, facts.error.includes(text)]).toEqual([text, name, true])
  }
})

test('facts replace none of the line’s own fields', () => {
  log('json').info('true', { time: 'no', level: 'error', message: 'false', request: 'forged' })
  const { level, message, request, facts } = JSON.parse(written[0] ?? '')
  expect([level, message, request]).toEqual(['info', 'true', undefined])
  expect(facts).toEqual({ time: 'no', level: 'error', message: 'false', request: 'forged' })
})

test('text lines stay as they were', () => {
  log('text').info('plain')
  log('text').error('with facts', { company: 1, error: 'x' })
  const stamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z /
  expect(written.map((line) => line.replace(stamp, ''))).toEqual([
    'info plain\n',
    'error with facts {"company":1,"error":"x"}\n',
  ])
})

const requestWith = (id?: string) =>
  new Request('http://x/', id === undefined ? {} : { headers: { 'x-request-id': id } })

test('lines of a request carry its id and company until it is answered, and no other’s', async () => {
  const both = Promise.withResolvers<void>()
  const run = (id: string, company: number) =>
    runRequest(requestWith(id), async () => {
      noteCompanyOfRequest(company)
      await both.promise
      log('json').info(id)
      void Bun.sleep(5).then(() => log('json').info(`later ${id}`))
      return new Response()
    })
  const answers = [run('one', 1), run('two', 2)]
  both.resolve()
  expect((await Promise.all(answers)).map((answer) => answer?.headers.get('x-request-id'))).toEqual(['one', 'two'])
  await Bun.sleep(20)
  const lines = written
    .map((line) => JSON.parse(line))
    .map(({ message, request, company }) => [message, request, company])
  expect(lines).toEqual([
    ['one', 'one', 1],
    ['two', 'two', 2],
    ['later one', undefined, undefined],
    ['later two', undefined, undefined],
  ])
  expect(currentRequest()).toBeUndefined()
})

test('an id that is none is replaced by one of our own', async () => {
  const idOf = async (given?: string) =>
    (await runRequest(requestWith(given), () => new Response()))?.headers.get('x-request-id') ?? ''
  for (const fine of ['a', '0f8fad5b-d9cb-469f-a165-70867728950e', 'trace_1.2', 'x'.repeat(128)]) {
    expect(await idOf(fine)).toBe(fine)
  }
  const made = new Set<string>()
  for (const bad of [undefined, '', 'x'.repeat(129), 'a b', '<script>', 'a"b', 'é', 'a,b', '{}'])
    made.add(await idOf(bad))
  expect(made.size).toBe(9)
  for (const id of made) expect(id).toMatch(/^[\da-f]{8}-[\da-z]+$/)
})
