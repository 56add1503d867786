/** What a provider charges for, by its categories. */
export const charges = {
  categories: {
    marketing: 'de marketing',
    marketing_lite: 'de marketing (lite)',
    utility: 'de utilidad',
    authentication: 'de autenticación',
    authentication_international: 'de autenticación internacional',
    service: 'de servicio',
  },
  free: (count: string) => `${count} sin costo`,
  estimate: (amount: string) => `estimación de ${amount}`,
}
