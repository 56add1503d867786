import { expect, test } from 'bun:test'
import { root } from '../set-up'
import { checkLoops, loopErrors } from './check-loops'

const endless = ['for (;;) {', '  const { changes } = drop.run(before, 1000)', '  if (changes < 1000) return', '}']
const ranged = "sqlite.run('DELETE FROM shelf WHERE at < ?', [before])"

test('refuses endless loops around statements, loops that yield by themselves, and deletes of a range', () => {
  expect(loopErrors(endless.join('\n'))).toHaveLength(1)
  expect(loopErrors(endless.join('\n').replace('for (;;)', 'while (true)'))).toHaveLength(1)
  expect(loopErrors('for (let at = 0; at < ids.length; await nextTurn()) {\n}')).toHaveLength(1)
  const yielding = ['while (isMore) {', '  isMore = drop.run(before).changes > 0', '  await nextTurn()', '}']
  expect(loopErrors(yielding.join('\n'))).toHaveLength(1)
  expect(loopErrors(ranged)).toEqual([':1: a DELETE of a range needs a LIMIT, or a comment that bounds it'])
})

test('accepts other endless loops, deletes of one key, with a limit, or with a reason', () => {
  const accepted = [
    'for (const file of files) {\n  texts.push(describe(file))\n  await nextTurn()\n}',
    'for (;;) {\n  const part = await reader.read()\n  if (part.done) return\n}',
    "sqlite.run('DELETE FROM shelf WHERE id = ?', [id])",
    "sqlite.run('DELETE FROM shelf WHERE id IN (SELECT id FROM shelf WHERE at < ? LIMIT 2)', [before])",
    `// At most a hundred.\n${ranged}`,
  ]
  for (const source of accepted) expect(loopErrors(source)).toEqual([])
})

test('the product passes', async () => {
  expect(await checkLoops(root)).toEqual([])
})
