import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import * as v from 'valibot'
import { PreviewRuleBody, type RuleBody } from '../../src/rule/rule.contract'
import type { RulePreview } from '../../src/rule/rule.record'
import { useFetched } from '../app/use-fetched'
import { links } from '../app/links'
import { fieldErrorText } from '../i18n/error-text'
import { useFormat, useTexts } from '../i18n/i18n'
import { Link } from '../ui/display/link'
import { EmptyState, ErrorState, Note, SkeletonRows } from '../ui/feedback/feedback'
import { SwitchField } from '../ui/field/switch-field'
import type { FormModel } from '../ui/form/form'
import { Info, Route, TriangleAlert } from '../ui/icons'

/** What a rule is about, as a text: what was looked at under it. Read as the server does, so that forms and records agree. */
export function keyOfRule(values: unknown) {
  const { success, output } = v.safeParse(PreviewRuleBody, values)
  return success ? JSON.stringify(output) : ''
}

interface RulePreviewTabProps {
  form: FormModel<RuleBody>
  /** The answered tokens, by the keys of what was shown. */
  seen: Map<string, string>
}

export function RulePreviewTab({ form, seen }: RulePreviewTabProps) {
  useSignals()
  const texts = useTexts('rule')
  const t = texts.rule
  const key = keyOfRule(form.values.value)
  const {
    answer,
    error: failure,
    retry,
  } = useFetched((api, signal) => api.post('/rules/preview', { body: JSON.parse(key), signal }), {
    key,
    wanted: key !== '',
  })
  useEffect(() => {
    if (answer) seen.set(key, answer.token)
  }, [answer, key, seen])
  const error = form.errorAt('active')
  if (key === '') return <EmptyState compact icon={Route} title={t.preview.incomplete} />
  return (
    <div className="rule-preview stack gap-4">
      <SwitchField
        form={form}
        name="active"
        label={t.fields.active}
        help={t.fields.activeHelp}
        disabled={!answer && !form.values.value.active}
      />
      {error !== null && <Note icon={TriangleAlert}>{fieldErrorText(texts, error)}</Note>}
      {failure !== undefined && <ErrorState compact error={failure} onRetry={retry} />}
      {!answer && failure === undefined && <SkeletonRows count={4} picture={false} />}
      {answer && <Preview preview={answer} form={form} />}
      <Note icon={Info}>{t.preview.about}</Note>
    </div>
  )
}

function Preview({ preview: { count, days, examples }, form }: { preview: RulePreview; form: FormModel<RuleBody> }) {
  useSignals()
  const { rule: t, conversation } = useTexts('rule')
  const format = useFormat()
  if (count === null) return <p>{t.preview.unknown}</p>
  const most = Math.max(1, ...days.map((day) => day.count))
  const steps = form.values.value.steps.map(({ kind }) => conversation.macros.kinds[kind]).join(' → ')
  return (
    <>
      <h3 className="rule-count">{count === 0 ? t.preview.none : t.preview.count(format.number(count), count)}</h3>
      <table className="rule-days">
        <caption className="visually-hidden">{t.preview.days}</caption>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{format.date(`${day.day}T12:00:00Z`)}</th>
              <td>
                <span className="rule-bar" style={{ inlineSize: `${(day.count / most) * 100}%` }} aria-hidden />
              </td>
              <td className="rule-day-count">{format.number(day.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {examples.length > 0 && (
        <section className="stack gap-2">
          <h3 className="rule-count">
            {count > examples.length ? t.preview.newest(examples.length) : t.preview.examples}
          </h3>
          <p className="subtle">
            {t.preview.each} {steps}
          </p>
          <ul className="rule-examples">
            {examples.map(({ ticketId, uuid, contact, at }, index) => (
              <li key={`${ticketId} ${at} ${index}`} className="row">
                <Link className="grows truncate" href={links.ticket(uuid)}>
                  #{ticketId} · <bdi>{contact}</bdi>
                </Link>
                <time dateTime={at}>{format.dateTime(at)}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
