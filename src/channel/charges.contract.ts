import * as v from 'valibot'

export const Charge = v.object({ category: v.string(), isBillable: v.boolean(), messages: v.number() })
export type Charge = v.InferOutput<typeof Charge>

interface ChargeTexts {
  categories: Readonly<Record<string, string>>
  free: (count: string) => string
  estimate: (amount: string) => string
}

/** Prices of a message by its category, of which some stand for others. */
type Prices = Readonly<Record<string, number | undefined>>
const pricedAs: Readonly<Record<string, string>> = {
  marketing_lite: 'marketing',
  authentication_international: 'authentication',
}

/** Returns what the messages cost by the given prices; undefined without a price of any of their categories. */
function estimateCost(charges: readonly Charge[], prices: Prices): number | undefined {
  const costs = charges
    .filter(({ isBillable }) => isBillable)
    .map(({ category, messages }) => messages * (prices[category] ?? prices[pricedAs[category] ?? ''] ?? Number.NaN))
  const cost = costs.reduce((sum, one) => sum + one, 0)
  return costs.length === 0 || Number.isNaN(cost) ? undefined : cost
}

export function chargeParts(
  charges: readonly Charge[],
  texts: ChargeTexts,
  { number: format, currency }: { number: (count: number) => string; currency: (amount: number) => string },
  prices: Prices,
) {
  const cost = estimateCost(charges, prices)
  const free = countMessages(charges, false)
  const charged = charges.filter(({ isBillable }) => isBillable).toSorted((a, b) => b.messages - a.messages)
  return [
    ...charged.map(({ category, messages }) => `${format(messages)} ${texts.categories[category] ?? category}`),
    ...(free > 0 ? [texts.free(format(free))] : []),
    ...(cost === undefined ? [] : [texts.estimate(currency(cost))]),
  ]
}

export function countMessages(charges: readonly Charge[], billable: boolean) {
  return charges.reduce((sum, { isBillable, messages }) => (isBillable === billable ? sum + messages : sum), 0)
}
