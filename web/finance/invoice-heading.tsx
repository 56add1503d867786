import { useTexts } from '../i18n/i18n'

export function InvoiceHeading({ count }: { count: number }) {
  const t = useTexts('finance').finance
  return (
    <>
      {t.title} <span className="finance-count">({count})</span>
    </>
  )
}
