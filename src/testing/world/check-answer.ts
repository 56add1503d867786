import * as v from 'valibot'
import { calls } from '../../calls'
import type { Call } from '../../kernel/http/calls'

/** Larger answers belong to tests of size and time, which checking them would slow down. */
const checkedLengthMax = 200_000

/** @throws Error when a call's answer does not match its declaration */
export function checkAnswer(name: string, answer: unknown) {
  const call = (calls as Partial<Record<string, Call>>)[name]
  if (!call || call.answer === 'file' || answer instanceof Response) return
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  if (text.length > checkedLengthMax) return
  const wire: unknown = JSON.parse(text)
  const { issues = [], output } = v.safeParse(call.answer, wire)
  const errors = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  if (errors.length === 0 && !Bun.deepEquals(output, wire)) errors.push(`more than ${JSON.stringify(output)}`)
  if (errors.length > 0) throw new Error(`${name} answers what it does not declare: ${errors.join('; ')}`)
}
