import { useState } from 'react'
import type { LogoMode } from '../../src/platform/branding/brand-logo.contract'
import { useApp } from '../app/app-context'
import { fieldErrorText, readRefused } from '../i18n/error-text'
import { useErrorText, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Field } from '../ui/field/field'
import { FileButton } from '../ui/button/file-button'
import { Image, ImagePlus, Trash2 } from '../ui/icons'
import { useUi } from '../ui/context/ui-context'
import type { PlatformSettings } from './load-settings'
import { settingId } from './setting-id'
import { grounds } from './theme-preview'

interface LogoFieldProps {
  mode: LogoMode
  settingKey: 'appLogoLight' | 'appLogoDark' | 'appLogoFavicon'
  stored: PlatformSettings
}

/** A logo on its theme's background; saved as soon as it is chosen. */
export function LogoField({ mode, settingKey, stored }: LogoFieldProps) {
  const t = useTexts('setting').setting.whitelabel
  const { path, busy, error, upload, clear } = useLogo({ mode, settingKey, stored })
  return (
    <Field id={settingId(settingKey)} label={t.logos[mode]} help={t.logoHelp} error={error} group>
      <div className="white-label-logo">
        <span
          className="white-label-logo-ground"
          style={{ '--preview-ground': grounds[mode === 'dark' ? 'dark' : 'light'] }}
        >
          {path ? <img src={path} alt={t.logos[mode]} /> : <Image size={20} aria-hidden />}
        </span>
        <FileButton
          icon={ImagePlus}
          loading={busy}
          accept="image/png,image/jpeg,image/webp"
          onChoose={(file) => void upload(file)}
        >
          {path ? t.change : t.choose}
        </FileButton>
        {path && (
          <Button variant="ghost" icon={Trash2} disabled={busy} onClick={() => clear()}>
            {t.remove}
          </Button>
        )}
      </div>
    </Field>
  )
}

function useLogo({ mode, settingKey, stored }: LogoFieldProps) {
  const texts = useTexts('setting')
  const t = texts.setting.whitelabel
  const errorText = useErrorText()
  const { toast } = useUi()
  const { api } = useApp()
  const [path, setPath] = useState(stored[settingKey])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function save(send: () => Promise<{ value: string }>, done: string) {
    setBusy(true)
    setError(null)
    try {
      const { value } = await send()
      stored[settingKey] = value
      setPath(value)
      toast.success(done)
    } catch (cause) {
      const refused = readRefused(cause)?.fields['file']
      setError(refused ? fieldErrorText(texts, refused) : errorText(cause))
    }
    setBusy(false)
  }

  function upload(file: File) {
    const form = new FormData()
    form.set('typeArch', 'logo')
    form.set('mode', mode)
    form.set('file', file)
    return save(() => api.upload('/settings-whitelabel/logo', { form }), t.logoSaved)
  }

  const clear = () =>
    save(() => api.put('/settings/:key', { params: { key: settingKey }, body: { value: '' } }), t.logoRemoved)

  return { path, busy, error, upload, clear }
}
