import { useState, type ReactNode } from 'react'
import type { CampaignPreview } from '../../src/campaign/campaign.calls'
import { messageNumbers, type PreviewCampaignBody } from '../../src/campaign/campaign.contract'
import { keysOf } from '../../src/kernel/typed-object.contract'
import { useApp, useUser } from '../app/app-context'
import { useFetched } from '../app/use-fetched'
import { fieldErrorText } from '../i18n/error-text'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Dialog } from '../ui/dialog/dialog'
import { Note, SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { TriangleAlert, Send } from '../ui/icons'
import { Select } from '../ui/select/select'
import { useReason, useDayTime, useMissingValues } from './campaign-state'
import { ApiError } from '../api/api-error'
import { useUi } from '../ui/context/ui-context'
import { Field } from '../ui/field/field'
import { TextInput } from '../ui/field/text-input'
import { useBusyAttempt } from '../ui/form/use-attempt'
import { randomId } from '../ui/text/random-id'
import { MessageText } from '../message/bubble/message-text'

interface StartDialogProps {
  /** `save` schedules it, or starts it when its time is past. */
  kind: 'start' | 'restart' | 'save'
  campaign: PlannedCampaign
  preview?: CampaignPreview
  /** Resolves to whether it is done; the dialog then closes. */
  confirm: () => Promise<boolean>
  edit?: () => void
  close: () => void
}

const minuteMs = 60_000

/** The last step before a campaign starts: who receives what, from when until when, and what keeps it from starting. */
export function StartDialog({ kind, campaign, preview: known, confirm, edit, close }: StartDialogProps) {
  const texts = useTexts('campaign')
  const t = texts.campaign
  const [busy, setBusy] = useState(false)
  const { answer, error, retry } = useFetched(
    (api, signal) => api.post('/campaigns/preview', { body: campaign, signal }),
    { wanted: known === undefined },
  )
  const preview = known ?? answer
  const question = kind === 'save' ? (preview?.startsLater ? 'schedule' : 'start') : kind
  const canStart = preview !== undefined && keysOf(preview.faults).length === 0

  async function start() {
    setBusy(true)
    if (await confirm()) close()
    else setBusy(false)
  }

  return (
    <Dialog
      open
      title={t.review.titles[question](campaign.name)}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{canStart ? texts.ui.cancel : texts.ui.close}</Button>
          {canStart && (
            <Button variant={preview.whatsapp?.isWarned ? 'danger' : 'primary'} loading={busy} onClick={() => start()}>
              {t.review.actions[question]}
            </Button>
          )}
          {preview && !canStart && edit && (
            <Button variant="primary" onClick={edit}>
              {t.editTitle}
            </Button>
          )}
        </>
      }
    >
      {preview ? (
        <Review kind={kind} campaign={campaign} preview={preview} />
      ) : error === undefined ? (
        <SkeletonRows count={3} picture={false} />
      ) : (
        <ErrorState error={error} onRetry={retry} compact />
      )}
    </Dialog>
  )
}

interface ReviewProps extends Pick<StartDialogProps, 'kind' | 'campaign'> {
  preview: CampaignPreview
}

function Review({ kind, campaign, preview }: ReviewProps) {
  return (
    <div className="campaign-part" tabIndex={-1} data-autofocus>
      <Faults preview={preview} />
      <Warnings kind={kind} campaign={campaign} preview={preview} />
      <Facts kind={kind} campaign={campaign} preview={preview} />
      <PersonalPreview campaign={campaign} preview={preview} />
    </div>
  )
}

function Faults({ preview: { faults } }: Pick<ReviewProps, 'preview'>) {
  const texts = useTexts('campaign')
  const labelOf = useFieldLabel()
  const t = texts.campaign
  const names = keysOf(faults)
  if (names.length === 0) return null
  return (
    <section className="campaign-faults" aria-label={t.review.faults}>
      <p>
        <TriangleAlert size={16} aria-hidden /> {t.review.faults}
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {faults[name] === 'noRecipients'
              ? t.noRecipients
              : t.review.fault(labelOf(name), fieldErrorText(texts, faults[name] ?? ''))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Warnings({ kind, campaign, preview }: ReviewProps) {
  const t = useTexts('campaign').campaign
  const missingValues = useMissingValues()
  const { whatsapp, faults, recipients } = preview
  const canStart = keysOf(faults).length === 0
  const warnings = [
    ...(whatsapp?.isWarned ? [kind === 'restart' ? t.restartWarnedText : `${t.waitsWarned}.`] : []),
    ...(whatsapp && !whatsapp.isOnline ? [t.review.offline] : []),
    ...(canStart && recipients === 0 ? [kind === 'restart' ? t.review.nobodyLeft : t.review.nobodyYet] : []),
    ...missingValues(preview, keysOf(campaign.templates).length > 0),
  ]
  return warnings.map((warning) => (
    <Note key={warning} icon={TriangleAlert}>
      {warning}
    </Note>
  ))
}

function Facts({ kind, campaign, preview }: ReviewProps) {
  const t = useTexts('campaign').campaign
  const format = useFormat()
  const dayTime = useDayTime()
  const { renderedAt } = useApp()
  const { recipients, contactList, tagList, whatsapp, startsAt, finishesAt } = preview
  const source = contactList?.name ?? (tagList ? t.tagOf(tagList.name) : '')
  const isNow = Date.parse(startsAt) - renderedAt.getTime() < minuteMs
  const texts = messageNumbers.filter(
    (no) => campaign[`message${no}`].trim() !== '' || campaign.templates[`message${no}`],
  )
  return (
    <dl className="campaign-facts stack">
      <Fact label={kind === 'restart' ? t.review.remaining : t.columns.list}>
        {t.preview.recipients(format.number(recipients), recipients)}
        {source !== '' && (
          <span className="subtle">
            {' · '}
            <bdi>{source}</bdi>
          </span>
        )}
        <LeftOut preview={preview} />
      </Fact>
      <Fact label={t.fields.whatsapp}>{whatsapp ? <bdi>{whatsapp.name}</bdi> : '—'}</Fact>
      <Fact label={t.review.starts}>{isNow ? t.review.now : dayTime(startsAt)}</Fact>
      <Fact label={t.review.ends}>{finishesAt === null ? '—' : dayTime(finishesAt)}</Fact>
      {texts.length > 1 && <Fact label={t.fields.messages}>{t.review.oneOf(texts.length)}</Fact>}
      {campaign.mediaName && (
        <Fact label={t.fields.attachment}>
          <bdi>{campaign.mediaName}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function LeftOut({ preview: { leftOut } }: Pick<ReviewProps, 'preview'>) {
  const { report } = useTexts('campaign').campaign
  const format = useFormat()
  const reasonOf = useReason()
  if (leftOut.length === 0) return null
  const total = leftOut.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="campaign-left-out note-text">
      {report.cards.leftOut(format.number(total))}
      <ul>
        {leftOut.map(({ reason, count }) => (
          <li key={reason}>
            <span className="tabular">{format.number(count)}</span> · {reasonOf(reason)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function PersonalPreview({ campaign, preview: { messages, faults } }: Omit<ReviewProps, 'kind'>) {
  const t = useTexts('campaign').campaign
  const [chosen, setChosen] = useState(0)
  const shown = messages[chosen] ?? messages[0]
  const isWritten = ['whatsappId', 'message1', 'confirmationMessage1'].every((field) => faults[field] === undefined)
  return (
    <section className="campaign-personal" aria-label={t.preview.title}>
      {shown && (
        <div className="campaign-personal-head">
          <span className="field-label">{t.review.previewFor}</span>
          <Select<number>
            label={t.review.previewFor}
            value={chosen}
            onValueChange={setChosen}
            options={messages.map(({ name, number }, index) => ({ value: index, label: name || number }))}
          />
        </div>
      )}
      {shown && shown.confirmation !== null && <PreviewText text={shown.confirmation} />}
      {shown && <PreviewText text={shown.text} />}
      {isWritten && <SendTest campaign={campaign} recipient={chosen} />}
    </section>
  )
}

/** Names the field that a refusal is about, as the campaign's form does. */
function useFieldLabel() {
  const { fields: t } = useTexts('campaign').campaign
  const labels: Record<string, string> = {
    contactListId: t.contactList,
    tagListId: t.tagList,
    whatsappId: t.whatsapp,
    queueId: t.queue,
    userId: t.user,
    mediaPath: t.attachment,
  }
  return (field: string) => {
    const [, isConfirmation, no] = /^(?:templates\.)?(?:message|(confirmationMessage))(\d)/.exec(field) ?? []
    if (no !== undefined) return isConfirmation ? t.confirmationMessage(Number(no)) : t.message(Number(no))
    return labels[field] ?? field
  }
}

interface SendTestProps {
  campaign: PlannedCampaign
  /** The position in the preview of the recipient whose values are filled in. */
  recipient: number
}

function SendTest({ campaign, recipient }: SendTestProps) {
  const texts = useTexts('campaign')
  const t = texts.campaign.review.test
  const { api } = useApp()
  const { phone } = useUser()
  const format = useFormat()
  const { toast } = useUi()
  const { busy, attempt } = useBusyAttempt()
  const [number, setNumber] = useState(() => (phone === '' ? '' : format.phone(phone)))
  const [error, setError] = useState<string | null>(null)

  async function send() {
    // A call that is repeated sends nothing again.
    const body = { ...campaign, number, recipient, key: randomId() }
    await attempt(async () => {
      try {
        const { sent } = await api.post('/campaigns/test', { body })
        toast.success(t.sent(sent))
      } catch (cause) {
        const fault = cause instanceof ApiError ? cause.fields['number'] : undefined
        if (fault === undefined) throw cause
        setError(fieldErrorText(texts, fault))
      }
    })
  }

  return (
    <div className="campaign-test">
      <Field label={t.number} help={t.help} error={error}>
        <TextInput
          type="tel"
          value={number}
          placeholder={t.placeholder}
          autoComplete="tel"
          onValueChange={(text) => {
            setNumber(text)
            setError(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (!busy) void send()
          }}
        />
      </Field>
      <Button icon={Send} loading={busy} onClick={() => send()}>
        {t.send}
      </Button>
    </div>
  )
}

export type PlannedCampaign = PreviewCampaignBody & { name: string; mediaName?: string | null }

export function PreviewText({ text }: { text: string }) {
  const t = useTexts('campaign').campaign.preview
  return <div className="campaign-preview-text">{text === '' ? t.empty : <MessageText text={text} />}</div>
}
