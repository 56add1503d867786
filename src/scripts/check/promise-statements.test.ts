import { expect, test } from 'bun:test'
import { withPromiseStatements } from './promise-statements'

const text = `export async function move(ctx: Context) {
  // note(ctx)
  note(ctx, 'a (')
  if (isNew(ctx)) note(
    ctx,
  )
  await note(ctx)
  void note(ctx)
  note(ctx).catch(() => {})
  refuse('ERR')
  const known = note(ctx)
  return call({
    name(ctx: Context) {
      ctx.parts?.at(0)
        ?.done(1)
    },
    other: list(1),
  })
}
`

test('rewrites each statement that is a call and may leave a promise', () => {
  const rewritten = withPromiseStatements(text, new Set(['refuse'])).split('\n')
  const lines = text.split('\n')
  expect(rewritten).toHaveLength(lines.length)
  expect(rewritten.flatMap((line, index) => (line === lines[index] ? [] : [line.trim()]))).toEqual([
    "__statement(note(ctx, 'a (')) satisfies 'done'",
    'if (isNew(ctx)) __statement(note(',
    ")) satisfies 'done'",
    '__statement(ctx.parts?.at(0)',
    "?.done(1)) satisfies 'done'",
  ])
})
