/** Prices of a plan of one's own size, all in the same unit. */
export interface CustomPlanPrices {
  /** With the least users and connections. */
  base: number
  /** Each further user. */
  user: number
  /** Each further connection. */
  connection: number
}

export interface CustomPlanSize {
  users: number
  connections: number
}

/** Of users and of connections. */
export const customPlanMin = 3
export const customPlanMax = 10_000

/** Reais a month, unless the host sets others. */
export const standardCustomPlanPrices: CustomPlanPrices = { base: 49, user: 11, connection: 20 }

/** The price of a month, in the unit of the prices. */
export function customPlanPrice({ users, connections }: CustomPlanSize, prices: CustomPlanPrices) {
  return prices.base + prices.user * (users - customPlanMin) + prices.connection * (connections - customPlanMin)
}
