import { useEffect, useState } from 'react'
import type { ApiClient } from '../api/api-client'
import { useTexts } from '../i18n/i18n'
import { PasswordInput } from '../ui/field/password-input'
import type { TextInputProps } from '../ui/field/text-input'
import { useApp } from './app-context'

/** What every password has; a company may ask for more. */
const lengthMin = 5
/** From here on, length alone resists guessing of stolen hashes. */
const strongLength = 12
/** Longer than the pauses while typing, so that screen readers are not interrupted. */
const pauseMs = 600

interface NewPasswordInputProps extends Omit<TextInputProps, 'type' | 'trailing'> {
  /** Unless the signed-in user's company decides. */
  minLength?: number | undefined
}

/** Says while typing whether the password will be accepted; the server decides. */
export function NewPasswordInput({ minLength, ...props }: NewPasswordInputProps) {
  const { api, session } = useApp()
  const own = Number(session.user.peek()?.company.companieSettings['minPasswordLength'] ?? lengthMin)
  const hint = usePasswordHint(api, props.value, minLength ?? own)
  return (
    <>
      <PasswordInput {...props} autoComplete="new-password" />
      <span role="status" className="field-help" data-kind={hint?.kind}>
        {hint?.text}
      </span>
    </>
  )
}

interface Hint {
  kind: 'weak' | 'fair' | 'strong'
  text: string
}

function usePasswordHint(api: ApiClient, password: string, minLength: number): Hint | undefined {
  const { session: t } = useTexts()
  const [hint, setHint] = useState<Hint>()
  useEffect(() => {
    if (password === '') return setHint(undefined)
    let isCurrent = true
    async function judge(): Promise<Hint> {
      const length = [...password].length
      if (length < minLength) return { kind: 'weak', text: t.passwordMissing(minLength - length) }
      if (await isKnown(api, password)) return { kind: 'weak', text: t.passwordKnown }
      return length < strongLength ? { kind: 'fair', text: t.passwordFair } : { kind: 'strong', text: t.passwordStrong }
    }
    const timer = setTimeout(() => void judge().then((found) => isCurrent && setHint(found)), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, password, minLength, t])
  return hint
}

const prefixLength = 3
const hashLength = 8

/** Sends only the beginning of the hash. False without a hash function (no HTTPS) or an answer: the server decides at saving. */
async function isKnown(api: ApiClient, password: string): Promise<boolean> {
  if (!isSecureContext) return false
  const bytes = new TextEncoder().encode(password.toLowerCase())
  const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
  const hash = digest.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const { hashes } = await api.post('/auth/known-passwords', { body: { prefix: hash.slice(0, prefixLength) } })
    return hashes.includes(hash.slice(0, hashLength))
  } catch {
    return false
  }
}
