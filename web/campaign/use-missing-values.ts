import type { CampaignPreview } from '../../src/campaign/campaign.calls'
import { useFormat, useTexts } from '../i18n/i18n'

/** Returns warnings that none or some of the recipients have a value for a variable. */
export function useMissingValues() {
  const t = useTexts('campaign').campaign.preview
  const format = useFormat()
  return ({ recipients, unknownVariables, missingValues }: CampaignPreview, usesTemplates: boolean): string[] => {
    const names = unknownVariables.map((name) => `{${name}}`).join(', ')
    const counts = missingValues.map(({ name, recipients: count }) =>
      t.missingValue(`{${name}}`, count, format.number(count), format.number(recipients)),
    )
    return [
      ...(names === '' ? [] : [usesTemplates ? t.unknownInTemplate(names) : t.unknownVariables(names)]),
      ...(counts.length === 0 ? [] : [[...counts, usesTemplates ? t.withoutInTemplate : t.without].join(' ')]),
    ]
  }
}
