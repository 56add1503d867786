import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import type { ReadPhone, readPhone } from '../../src/kernel/text/read-phone.contract'
import { useApp, useUser } from './app-context'
import { formatPhone } from '../i18n/format'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { useFieldAttributes } from '../ui/field/field'
import { TextInput } from '../ui/field/text-input'

interface PhoneInputProps extends Omit<ComponentProps<typeof TextInput>, 'value'> {
  value: string | number
}

/** Shown below as WhatsApp will read it. Without a country code, leaving the field adds the company's. */
export function PhoneInput({ value, onValueChange, onBlur, onKeyDown, ...field }: PhoneInputProps) {
  const text = String(value)
  const read = useReading()
  const { country } = useUser().company
  const typed = useRef(false)
  const phone = read?.(text, country)

  function complete() {
    if (typed.current && phone && !/^\s*\+/.test(text)) onValueChange(formatPhone(phone.digits))
    typed.current = false
  }

  return (
    <>
      <TextInput
        autoComplete="off"
        placeholder="+55 11 98888-7777"
        {...field}
        type="tel"
        value={text}
        onValueChange={(next) => {
          typed.current = true
          onValueChange(next)
        }}
        onBlur={(event) => {
          complete()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') complete()
          onKeyDown?.(event)
        }}
      />
      {read && <PhonePreview typed={text} phone={phone} />}
    </>
  )
}

function useReading() {
  const [read, setRead] = useState<typeof readPhone>()
  useEffect(() => {
    import('../../src/kernel/text/read-phone.contract').then(
      (code) => setRead(() => code.readPhone),
      () => {},
    )
  }, [])
  return read
}

const digitsMin = 8

function PhonePreview({ typed, phone }: { typed: string; phone: ReadPhone | undefined }) {
  useSignals()
  const { language } = useApp()
  const texts = useTexts()
  // An error says the same.
  const isInvalid = useFieldAttributes({})['aria-invalid']
  const isLong = !isInvalid && typed.replace(/\D/g, '').length >= digitsMin && !typed.includes('*')
  const name = phone?.country && new Intl.DisplayNames(language, { type: 'region' }).of(phone.country)
  return (
    <p className="field-help" role="status">
      {phone?.country && <span aria-hidden>{`${flagOf(phone.country)} `}</span>}
      {phone ? <bdi>{shown(phone)}</bdi> : isLong && fieldErrorText(texts, 'phoneCountry')}
      {name && ` · ${name}`}
    </p>
  )
}

/** Brazilian numbers are written as elsewhere in the product. */
function shown({ digits, country, text }: ReadPhone) {
  return country === 'BR' ? formatPhone(digits) : text
}

const regionalA = 0x1f1e6
const letterA = 65

function flagOf(country: string): string {
  return String.fromCodePoint(...[...country].map((letter) => regionalA + letter.charCodeAt(0) - letterA))
}
