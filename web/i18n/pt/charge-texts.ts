/** What a provider charges for, by its categories. */
export const charges = {
  categories: {
    marketing: 'de marketing',
    marketing_lite: 'de marketing (lite)',
    utility: 'de utilidade',
    authentication: 'de autenticação',
    authentication_international: 'de autenticação internacional',
    service: 'de atendimento',
  },
  free: (count: string) => `${count} sem custo`,
  estimate: (amount: string) => `estimativa de ${amount}`,
}
