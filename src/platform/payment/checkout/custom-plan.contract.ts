export interface CustomPlanPrices {
  /** For the smallest number of users and connections. */
  base: number
  user: number
  connection: number
}

interface CustomPlanSize {
  users: number
  connections: number
}

/** The smallest number of users and of connections. */
export const customPlanMin = 3
export const customPlanMax = 10_000

/** Reais per month; the host may set others. */
export const standardCustomPlanPrices: CustomPlanPrices = { base: 49, user: 11, connection: 20 }

/** The price per month, in the unit of the prices. */
export function customPlanPrice({ users, connections }: CustomPlanSize, prices: CustomPlanPrices) {
  return prices.base + prices.user * (users - customPlanMin) + prices.connection * (connections - customPlanMin)
}
