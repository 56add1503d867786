import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { settingChoices } from '../../src/setting/setting.contract'
import { canChangeSetting } from '../../src/setting/setting.policy'
import {
  type GatingSettings,
  isGateOpen,
  settingGates,
  type ShownGateName,
} from '../../src/setting/setting-gates.contract'
import { useApp, useUser } from './app-context'
import { links } from './links'
import { WithTexts } from './with-texts'
import { readRefused } from '../i18n/error-text'
import { useErrorText, useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { Link } from '../ui/display/link'
import { FailureText } from '../ui/feedback/feedback'
import { Field } from '../ui/field/field'
import { Switch } from '../ui/field/switch'
import { Info } from '../ui/icons'
import { Select } from '../ui/select/select'

interface SettingGateNoteProps {
  gate: ShownGateName
  /** The settings of another company, which the user cannot change here. */
  settings?: GatingSettings | undefined
}

/** Fields beside it have no effect because of a setting, which those who may can change here. */
export function SettingGateNote({ gate, settings }: SettingGateNoteProps) {
  useSignals()
  const user = useUser()
  // It stays after the setting was changed here, so that the focus stays and the change can be taken back.
  const [wasShut, setWasShut] = useState(false)
  const isOpen = isGateOpen(gate, settings ?? user.company.companieSettings)
  if (!isOpen && !wasShut) setWasShut(true)
  if (isOpen && !wasShut) return null
  const isChangeable = settings === undefined && canChangeSetting(actorOf(user), settingGates[gate].setting)
  return (
    <WithTexts areas={['setting']}>
      <GateNote gate={gate} isOpen={isOpen} isChangeable={isChangeable} />
    </WithTexts>
  )
}

interface GateNoteProps {
  gate: ShownGateName
  isOpen: boolean
  isChangeable: boolean
}

function GateNote({ gate, isOpen, isChangeable }: GateNoteProps) {
  const t = useTexts('setting').setting.gates
  return (
    <div className="note setting-gate" data-fields={Object.values(settingGates[gate].fields).flat().join(' ')}>
      <Info size={16} aria-hidden />
      <div className="setting-gate-parts">
        <p role="status">{isOpen ? t.open : t.shut[gate]}</p>
        {isChangeable ? <GateControl gate={gate} /> : !isOpen && <p>{t.askAdmin}</p>}
      </div>
    </div>
  )
}

function GateControl({ gate }: Pick<GateNoteProps, 'gate'>) {
  useSignals()
  const texts = useTexts('setting')
  const { settings, choices } = texts.setting
  const { setting } = settingGates[gate]
  const { value, error, turn } = useSetting(setting)
  const { label } = settings[setting]
  const words: Record<string, string> = setting === 'scheduleType' ? choices[setting] : {}
  return (
    <>
      {settingChoices[setting] ? (
        <Field label={label} layout="inline">
          <Select
            value={value}
            options={settingChoices[setting].map((choice) => ({ value: choice, label: words[choice] ?? choice }))}
            onValueChange={turn}
          />
        </Field>
      ) : (
        <Switch
          label={label}
          checked={value === 'enabled'}
          onCheckedChange={(on) => turn(on ? 'enabled' : 'disabled')}
        />
      )}
      <GateFailure error={error} />
    </>
  )
}

function GateFailure({ error }: { error: unknown }) {
  const { setting } = useTexts('setting')
  const errorText = useErrorText()
  if (error === undefined) return null
  const lacksText = readRefused(error)?.fields?.['lgpdMessage'] === 'required'
  return (
    <div role="alert">
      <FailureText>
        {lacksText ? (
          <span>
            {setting.gates.lacksText(setting.settings.lgpdMessage.label)}{' '}
            <Link href={links.settings()}>{setting.gates.openSettings}</Link>
          </span>
        ) : (
          errorText(error)
        )}
      </FailureText>
    </div>
  )
}

/** A setting that is saved when it is changed. Its live event brings the new value to the session. */
function useSetting(key: (typeof settingGates)[ShownGateName]['setting']) {
  const { api } = useApp()
  const stored = useUser().company.companieSettings[key] ?? ''
  const [sent, setSent] = useState<{ value: string; over: string }>()
  const [error, setError] = useState<unknown>()

  function turn(value: string) {
    setSent({ value, over: stored })
    setError(undefined)
    api.put('/settings/:key', { params: { key }, body: { value } }).catch((cause: unknown) => {
      setSent(undefined)
      setError(cause)
    })
  }

  return { value: sent && sent.over === stored ? sent.value : stored, error, turn }
}
