/** What a provider charges for, by its categories. */
export const charges = {
  categories: {
    marketing: 'marketing',
    marketing_lite: 'marketing (lite)',
    utility: 'utility',
    authentication: 'authentication',
    authentication_international: 'international authentication',
    service: 'service',
  },
  free: (count: string) => `${count} free of charge`,
  estimate: (amount: string) => `estimated ${amount}`,
}
