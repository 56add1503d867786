import { TextInput, type TextInputProps } from '../ui/field/text-input'

export const EmailInput = (props: TextInputProps) => (
  <TextInput {...props} name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" />
)

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
