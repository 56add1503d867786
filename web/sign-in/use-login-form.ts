import { useEffect, useState, type FormEvent } from 'react'
import { useApp } from '../app/app-context'
import { readRefused } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import type { Texts } from '../i18n/pt'
import { consumeSignedUpEmail } from './signed-up-email'

interface LoginErrors {
  email?: string
  password?: string
}

interface Given {
  email: string
  password: string
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function useLoginForm() {
  const { session } = useApp()
  const texts = useTexts()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  /** The accepted address and password, while the user must choose a new password. */
  const [initial, setInitial] = useState<Given>()
  useEffect(() => {
    const signedUp = consumeSignedUpEmail()
    if (!signedUp) return
    setEmail((typed) => typed || signedUp)
    document.querySelector<HTMLInputElement>('.login-form [name=password]')?.focus()
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const input = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (busy) return
    // What a browser filled in before hydration never passed through a change event.
    const given = { email: (input('email')?.value ?? email).trim(), password: input('password')?.value ?? password }
    const found = faultsOf(given, texts)
    setErrors(found)
    setFailure(undefined)
    const [first] = Object.keys(found)
    if (first) return input(first)?.focus()
    setBusy(true)
    try {
      await session.login(given.email, given.password)
    } catch (error) {
      setBusy(false)
      if (readRefused(error)?.code === 'ERR_PASSWORD_CHANGE_REQUIRED') return setInitial(given)
      setFailure(error)
      input('password')?.select()
    }
  }

  return { email, setEmail, password, setPassword, busy, faults: errors, failure, initial, submit }
}

function faultsOf(given: Given, { session: t }: Texts) {
  const errors: LoginErrors = {}
  if (given.email === '') errors.email = t.emailRequired
  else if (!emailShape.test(given.email)) errors.email = t.emailInvalid
  if (given.password === '') errors.password = t.passwordRequired
  return errors
}
