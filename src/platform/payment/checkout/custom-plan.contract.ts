export interface CustomPlanPrices {
  base: number
  user: number
  connection: number
}

interface CustomPlanSize {
  users: number
  connections: number
}

export const customPlanMin = 3
export const customPlanMax = 10_000

/** Reais per month, unless the host sets others. */
export const standardCustomPlanPrices: CustomPlanPrices = { base: 49, user: 11, connection: 20 }

export function customPlanPrice({ users, connections }: CustomPlanSize, prices: CustomPlanPrices) {
  return prices.base + prices.user * (users - customPlanMin) + prices.connection * (connections - customPlanMin)
}
