import { useSignals } from '@preact/signals-react/runtime'
import { Check, Users } from '../ui/icons'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import {
  isSettingText,
  priceSettings,
  settingChoices,
  settingDependences,
  type SettingKey,
} from '../../src/setting/setting.contract'
import { useErrorText, useTexts } from '../i18n/i18n'
import { VariableList } from '../message/variable-list'
import { Button } from '../ui/button/button'
import { Field } from '../ui/field/field'
import { focusDrawn } from '../ui/layout/focus'
import { Note } from '../ui/feedback/feedback'
import { Select } from '../ui/select/select'
import { Spinner } from '../ui/feedback/spinner'
import { Switch } from '../ui/field/switch'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import type { SettingLine } from './setting-groups'
import { settingId } from './setting-tabs'
import type { SettingsModel, SettingCell } from './settings-model'
import { createRequiredContext } from '../ui/context/ui-context'
import type { MailKind } from '../../src/user/mail-choice/mail-kinds.contract'
import { useApp } from '../app/app-context'

/** A setting and its dependent settings, whose unsaved texts are kept while they are hidden. */
export function SettingLineRows({ line: { key, when, below = [] } }: { line: SettingLine }) {
  useSignals()
  const model = useSettings()
  const matters = model.cells[key].shown.value === when
  const shown = below.filter((other) => matters || model.cells[other].dirty.value)
  return (
    <div className="setting-line">
      <SettingRow name={key} />
      {key === 'breachDigest' && model.cells[key].shown.value !== 'disabled' && (
        <MailRefusals kind="breachDigestMail" />
      )}
      {shown.length > 0 && (
        <div className="setting-below stack gap-4">
          {shown.map((other) => (
            <SettingRow key={other} name={other} />
          ))}
          {key === 'weeklyReport' && <MailRefusals kind="weeklyReportMail" />}
        </div>
      )}
    </div>
  )
}

interface RowProps {
  name: SettingKey
}

function SettingRow({ name }: RowProps) {
  if (isSettingText(name)) return <TextRow name={name} />
  return settingChoices[name] ? <ChoiceRow name={name} /> : <SwitchRow name={name} />
}

function useRow(name: SettingKey) {
  useSignals()
  const model = useSettings()
  const texts = useTexts('setting')
  const errorText = useErrorText()
  const { label, help } = texts.setting.settings[name]
  const cell = model.cells[name]
  const error = cell.error.value
  return {
    model,
    t: texts.setting,
    cell,
    value: cell.shown.value,
    field: { id: settingId(name), label, help, error: error === null ? null : errorText(error) },
  }
}

function SwitchRow({ name }: RowProps) {
  const { model, cell, value, field } = useRow(name)
  return (
    <Field {...field} layout="inline">
      <span className="setting-control row gap-3">
        <SaveMark cell={cell} />
        <Switch
          checked={value === 'enabled'}
          onCheckedChange={(checked) => model.turn(name, checked ? 'enabled' : 'disabled')}
        />
      </span>
    </Field>
  )
}

function ChoiceRow({ name }: RowProps) {
  const { model, t, cell, value, field } = useRow(name)
  const words: Record<string, string> = t.choices[name as keyof typeof t.choices] ?? {}
  return (
    <div className="setting-choice">
      <Field {...field} layout="inline">
        <span className="setting-control row gap-3">
          <SaveMark cell={cell} />
          <Select
            value={value}
            options={(settingChoices[name] ?? []).map((choice) => ({
              value: choice,
              label: words[choice] ?? choice,
            }))}
            onValueChange={(choice) => model.turn(name, choice)}
          />
        </span>
      </Field>
    </div>
  )
}

/** Of settings that are no messages. */
function lineOf(name: SettingKey) {
  if (name === 'lgpdLink') return { type: 'url', placeholder: 'https://' } as const
  if (name === 'weeklyReportEmails') return { inputMode: 'email', placeholder: 'ana@loja.com, bruno@loja.com' } as const
  return priceSettings.includes(name)
    ? ({ inputMode: 'decimal', placeholder: '0,35', className: 'setting-price' } as const)
    : undefined
}

function TextRow({ name }: RowProps) {
  const { model, t, cell, value, field } = useRow(name)
  const open = cell.dirty.value || model.isAwaited(name)
  const line = lineOf(name)
  const required = settingDependences.some(({ needs }) => needs === name)
  const write = (text: string) => model.write(name, text)

  function submit(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    void model.saveText(name)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }

  return (
    <form className="setting-text stack" noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <Field {...field} required={required}>
        {line ? (
          <TextInput value={value} onValueChange={write} autoComplete="off" {...line} />
        ) : (
          <TextArea value={value} onValueChange={write} rows={2} />
        )}
      </Field>
      {cell.overtaken.value && (
        <Note icon={Users}>
          <span>
            {t.overtaken} <q>{cell.stored.value}</q>
          </span>
        </Note>
      )}
      <div className="setting-text-actions row">
        {open && (
          <>
            <Button type="submit" size="s" variant="primary" loading={cell.progress.value === 'saving'}>
              {model.isAwaited(name) ? t.saveAndTurn : t.save}
            </Button>
            <Button size="s" variant="ghost" onClick={() => discard(model, name)}>
              {t.discard}
            </Button>
          </>
        )}
        <SaveMark cell={cell} />
      </div>
      {!line && <VariableList label={t.variables} />}
    </form>
  )
}

/** Restores the stored value. Focus moves to the switch if the text is then hidden. */
function discard(model: SettingsModel, name: SettingKey) {
  model.discard(name)
  const dependence = settingDependences.find(({ needs }) => needs === name)
  const hidden = dependence && model.cells[dependence.key].shown.peek() !== dependence.value
  focusDrawn(settingId(hidden ? dependence.key : name))
}

/** Shows the progress of saving. It always takes its space, so that nothing moves. */
function SaveMark({ cell }: { cell: SettingCell }) {
  useSignals()
  const t = useTexts('setting').setting
  const progress = cell.progress.value
  return (
    <span className="setting-mark inline-row gap-1" role="status">
      {progress === 'saving' && <Spinner size={14} label={t.saving} />}
      {progress === 'saved' && (
        <>
          <Check size={14} aria-hidden />
          <span className="setting-mark-text">{t.saved}</span>
        </>
      )}
    </span>
  )
}

export const [SettingsContext, useSettings] = createRequiredContext<SettingsModel>('the options panel')

/** Who has left a recurring mail. Nothing while that is not known, and when nobody has. */
function MailRefusals({ kind }: { kind: MailKind }) {
  const t = useTexts('setting').setting
  const { api } = useApp()
  const [names, setNames] = useState<readonly string[]>([])

  useEffect(() => {
    let isShown = true
    const show = ({ refusals }: { refusals: readonly { kind: MailKind; name: string }[] }) => {
      if (isShown) setNames(refusals.filter((refusal) => refusal.kind === kind).map(({ name }) => name))
    }
    api.get('/mail-refusals').then(show, () => {})
    return () => {
      isShown = false
    }
  }, [api, kind])

  return names.length === 0 ? null : (
    <p className="subtle">
      <bdi>{t.mailRefusals(names.join(', '))}</bdi>
    </p>
  )
}
