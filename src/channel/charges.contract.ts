import * as v from 'valibot'

export const Charge = v.object({ category: v.string(), isBillable: v.boolean(), messages: v.number() })
export type Charge = v.InferOutput<typeof Charge>

interface ChargeTexts {
  categories: Readonly<Record<string, string>>
  free: (count: string) => string
}

export function chargeParts(charges: readonly Charge[], texts: ChargeTexts, format: (count: number) => string) {
  const free = countMessages(charges, false)
  const charged = charges.filter(({ isBillable }) => isBillable).toSorted((a, b) => b.messages - a.messages)
  return [
    ...charged.map(({ category, messages }) => `${format(messages)} ${texts.categories[category] ?? category}`),
    ...(free > 0 ? [texts.free(format(free))] : []),
  ]
}

export function countMessages(charges: readonly Charge[], billable: boolean) {
  return charges.reduce((sum, { isBillable, messages }) => (isBillable === billable ? sum + messages : sum), 0)
}
