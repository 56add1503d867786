export interface SignupState {
  /** Of the app's "Facebook Login for Business". */
  configId: string
  /** Of the system user that a finished signup creates for the app. */
  token: string
  codes: Set<string>
  /** Business accounts with a payment method or a shared credit line. */
  funded: Set<string>
}

export const createSignupState = (): SignupState => ({
  configId: '990011223344556',
  token: 'EAAGbusinessintegrationtoken0003',
  codes: new Set(),
  funded: new Set(),
})
