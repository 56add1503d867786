const key = 'signed-up-email'

/** Carries the address from the sign-up page to the login page, within this tab. */
export function keepSignedUpEmail(email: string) {
  try {
    sessionStorage.setItem(key, email)
  } catch {
    // Without storage it is typed again.
  }
}

export function consumeSignedUpEmail(): string | null {
  try {
    const email = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return email
  } catch {
    return null
  }
}
