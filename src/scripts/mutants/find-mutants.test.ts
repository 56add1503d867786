import { expect, test } from 'bun:test'
import { findMutants } from './find-mutants'

const text = `// if (a === 1) return
export async function read(ctx: Context, id: number) {
  const name = 'x && y'
  if (id < 1 || name === ')') return undefined
  const row = findRow(ctx, id) ?? refuse('ERR_NOT_FOUND')
  await note(ctx, row.count + 1)
  while (performance.now() < endMs) await nextTurn()
  const own = and(eq(table.id, id), gt(table.unread, 0))
  const open = ctx.all(\`SELECT id FROM row WHERE id = ? AND open = 1 AND name <> 'AND' ORDER BY id\`)
  const last = row.at > ctx.now ? row.at : ctx.now
  return open.filter((one) => (one.a && one.b) > 2).map(({ at }) => at - 1)
}
`

test('breaks one line of the code at a time, and no comment or string', () => {
  const lines = text.split('\n')
  const mutants = findMutants(text).map(({ kind, line, start, end, replacement }) => {
    const changed = (text.slice(0, start) + replacement + text.slice(end)).split('\n')
    expect(changed.filter((one, index) => one !== lines[index])).toHaveLength(1)
    return [line, kind, changed[line - 1]?.trim()]
  })
  expect(mutants).toEqual([
    [4, 'negated condition', "if (!(id < 1 || name === ')')) return undefined"],
    [4, 'other comparison', "if (id < 1 || name !== ')') return undefined"],
    [4, 'other limit', "if (id <= 1 || name === ')') return undefined"],
    [11, 'other limit', 'return open.filter((one) => (one.a && one.b) >= 2).map(({ at }) => at - 1)'],
    [4, '&& for ||, || for &&', "if (id < 1 && name === ')') return undefined"],
    [11, '&& for ||, || for &&', 'return open.filter((one) => (one.a || one.b) > 2).map(({ at }) => at - 1)'],
    [6, 'no await', 'note(ctx, row.count + 1)'],
    [6, '0 for 1', 'await note(ctx, row.count + 0)'],
    [11, '0 for 1', 'return open.filter((one) => (one.a && one.b) > 2).map(({ at }) => at - 0)'],
    [4, 'no guard', ''],
    [5, 'no refusal', 'const row = findRow(ctx, id)'],
    [8, 'no last condition', 'const own = and(eq(table.id, id))'],
    [9, 'no condition in SQL', "const open = ctx.all(`SELECT id FROM row WHERE id = ? AND name <> 'AND' ORDER BY id`)"],
    [9, 'no condition in SQL', 'const open = ctx.all(`SELECT id FROM row WHERE id = ? AND open = 1 ORDER BY id`)'],
    [11, 'no filter', 'return open.map(({ at }) => at - 1)'],
  ])
})
