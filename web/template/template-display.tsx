import type { FilledTemplate } from '../../src/template/fill-template.contract'
import { useTexts } from '../i18n/i18n'
import { ButtonList } from '../message/bubble/message-buttons'
import { MessageText } from '../message/bubble/message-text'
import type { TemplateView } from '../../src/template/template.calls'
import type { AreaTexts } from '../i18n/areas'
import type { ApiClient } from '../api/api-client'
import { useFetched } from '../app/use-fetched'
import type { Option } from '../ui/select/option'

export function TemplatePreview({ text, buttons }: Pick<FilledTemplate, 'text' | 'buttons'>) {
  const t = useTexts('template').template.pick
  if (text === '' && buttons.length === 0) return null
  return (
    <section className="template-preview stack" aria-label={t.preview}>
      <MessageText text={text} />
      <ButtonList labels={buttons} />
    </section>
  )
}

export const statusKinds: Record<string, 'success' | 'warning' | 'danger' | 'info' | 'neutral'> = {
  APPROVED: 'success',
  PENDING: 'info',
  IN_APPEAL: 'info',
  REJECTED: 'danger',
  DISABLED: 'danger',
  PAUSED: 'warning',
  LIMIT_EXCEEDED: 'warning',
}

/** Returns the status in words; one that is not known as the provider writes it. */
export function statusText(t: AreaTexts['template'], { status, isSupported }: TemplateView): string {
  if (status === 'APPROVED' && !isSupported) return t.unsupported
  const known: Record<string, string> = t.statuses
  return known[status] ?? status
}

export interface Choice {
  name: string
  language: string
  values: Record<string, string>
}

/** The value of an option: name and language identify a template of a connection. */
export const keyOf = ({ name, language }: Pick<Choice, 'name' | 'language'>) => `${name}/${language}`

export function choiceOf(key: string): Choice {
  const [name = '', language = ''] = key.split('/')
  return { name, language, values: {} }
}

export const optionOf = (choice: Pick<Choice, 'name' | 'language'>): Option<string> => ({
  value: keyOf(choice),
  label: `${choice.name} (${choice.language})`,
})

/** Returns the search for a picker: templates that can be sent on the connection. */
export function searchTemplates(api: ApiClient, whatsappId: number) {
  return async (searchParam: string, signal: AbortSignal): Promise<Option<string>[]> => {
    const query = { whatsappId: String(whatsappId), usable: 'true' as const, searchParam }
    const { records } = await api.get('/templates', { query, signal })
    return records.map((template) => ({ ...optionOf(template), description: bodyOf(template) }))
  }
}

export const bodyOf = ({ components }: Pick<TemplateView, 'components'>) =>
  components.find(({ type }) => type === 'BODY')?.text ?? ''

/** The chosen template: undefined while it is loading, null when it no longer exists. */
export function useTemplate(whatsappId: number, choice: Choice | null) {
  const { answer, error, retry } = useFetched(
    async (api, signal) => {
      if (!choice) return []
      const { name, language } = choice
      const query = { whatsappId: String(whatsappId), name, language }
      return (await api.get('/templates', { query, signal })).records
    },
    { key: choice ? `${whatsappId} ${keyOf(choice)}` : '', wanted: choice !== null },
  )
  const template = answer?.find(({ isUsable }) => isUsable) ?? answer?.[0]
  return { template: answer === undefined ? undefined : (template ?? null), error, retry }
}
