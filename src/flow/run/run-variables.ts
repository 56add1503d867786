import { variableKey } from '../flow-variables.contract'

type Variables = Readonly<Record<string, string>>

/** Characters of all variables of a run. */
const variablesMax = 32_000
export const answerMax = 4_096

/** Returns a stored answer, the latest of those whose names differ only in case; else a fact of the conversation. */
export function valueOf(variables: Variables, facts: { valueOf(name: string): string | undefined }, name: string) {
  if (Object.hasOwn(variables, name)) return variables[name]
  const key = variableKey(name)
  const stored = Object.keys(variables).findLast((one) => variableKey(one) === key)
  return stored === undefined ? facts.valueOf(name) : variables[stored]
}

export function withAnswer(variables: Variables, name: string, value: string): Variables {
  const others = Object.entries(variables).filter(([key]) => key !== name)
  const used = others.reduce((sum, [key, other]) => sum + key.length + other.length, 0)
  const room = Math.max(0, Math.min(answerMax, variablesMax - used - name.length))
  return Object.fromEntries([...others, [name, value.slice(0, room)]])
}
