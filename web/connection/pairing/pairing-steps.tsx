import { useTexts } from '../../i18n/i18n'

export function PairingSteps({ steps }: { steps: readonly string[] }) {
  const t = useTexts('connection').connection.pairing
  return (
    <ol className="pairing-steps stack gap-4" aria-label={t.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
