import { join } from 'node:path'
import { codeOf, endOfBracket } from './source-text'

/** A call that begins a line, alone or after a short condition. */
const call =
  /^( *(?:if \(.*\) |else )?)(?!(?:if|for|while|switch|return|await|void|throw|new|function|catch|import|super)\b)[a-zA-Z_$][\w$.?!]*\(/gm
const chained = /^(?:\s*[!?]?\.([\w$.?!]*))?(?=[([])/
const neverReturning = /(?:function |const )(\w+)[^\n]*\): (?:never|asserts \w+)/g

/** Functions after whose call the compiler knows more, which it does only for a bare call. */
export async function readNarrowingFunctions(root: string): Promise<Set<string>> {
  const names = new Set(['exit'])
  for (const file of new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: root })) {
    for (const [, name = ''] of (await Bun.file(join(root, file)).text()).matchAll(neverReturning)) names.add(name)
  }
  return names
}

/** What `withPromiseStatements` writes is checked against. */
export const promiseDeclarations = `interface NotAwaited { promise: never }
declare function __statement(value: undefined | null): 'done'
declare function __statement(value: PromiseLike<unknown> | undefined | null): NotAwaited
declare function __statement(value: unknown): 'done'
`

/**
 * Rewrites each statement that is a call, on the same lines, so that the compiler refuses one that leaves a promise, as its failure would end
 * the process. `void` and a final `catch` say that it is meant.
 */
export function withPromiseStatements(text: string, narrowing: ReadonlySet<string>): string {
  const code = codeOf(text)
  let rewritten = ''
  let done = 0
  for (const { 0: found, 1: before = '', index } of code.matchAll(call)) {
    const start = index + before.length
    if (start < done || !endsStatement(code.slice(0, index))) continue
    const { end, last } = endOfCall(code, start, index + found.length - 1)
    if (end === undefined || last === 'catch' || narrowing.has(last)) continue
    rewritten += `${text.slice(done, start)}__statement(${text.slice(start, end)}) satisfies 'done'`
    done = end
  }
  return rewritten + text.slice(done)
}

const endsStatement = (before: string) =>
  /(?:^|[{})\]\w'"`;!])$/.test(before.trimEnd()) && !/\breturn$/.test(before.trimEnd())

/** The end is undefined if the line goes on with something else. */
function endOfCall(code: string, start: number, open: number): { end?: number; last: string } {
  let last = /\w+$/.exec(code.slice(start, open))?.[0] ?? ''
  for (let at = open; ;) {
    at = endOfBracket(code, at)
    const next = chained.exec(code.slice(at))
    if (!next) return /^[ _]*(?:\n|$)/.test(code.slice(at)) ? { end: at, last } : { last }
    if (next[1]) last = /\w+$/.exec(next[1])?.[0] ?? last
    at += next[0].length
  }
}
