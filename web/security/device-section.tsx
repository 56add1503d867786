import { useEffect, useState } from 'react'
import type { DeviceView } from '../../src/user/device/device.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { StatusPill } from '../ui/display/labels'
import { ErrorState, SkeletonRows } from '../ui/feedback/feedback'
import { useAttempt } from '../ui/form/use-attempt'
import { AppWindow, Smartphone } from '../ui/icons'

export function DeviceSection() {
  const t = useTexts('security').security.devices
  const { devices, error, load } = useDevices()
  return (
    <section className="security-section" aria-labelledby="security-devices">
      <h3 id="security-devices">{t.title}</h3>
      <p className="subtle">{t.about}</p>
      {error !== undefined && <ErrorState error={error} onRetry={load} compact />}
      {!devices && error === undefined && <SkeletonRows count={2} picture={false} />}
      {devices?.length === 0 && <p>{t.none}</p>}
      {devices && devices.length > 0 && (
        <>
          <ul className="security-devices">
            {devices.map((device) => (
              <Device key={device.id} device={device} onChanged={load} />
            ))}
          </ul>
          <p className="subtle">
            {t.place} {devices.length > 1 && t.notMine}
          </p>
        </>
      )}
    </section>
  )
}

function useDevices() {
  const { api, session } = useApp()
  const [devices, setDevices] = useState<DeviceView[]>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/devices').then((answer) => {
      setDevices(answer.devices)
      session.change({ newDevices: answer.devices.filter(({ isNew }) => isNew).length })
    }, setError)
  }
  useEffect(load, [api, session])
  return { devices, error, load }
}

function Device({ device, onChanged }: { device: DeviceView; onChanged: () => void }) {
  const t = useTexts('security').security.devices
  const format = useFormat()
  const { kind, address, lastAt, isPresent, isNew } = device
  const Icon = kind === 'computer' ? AppWindow : Smartphone
  return (
    <li className="security-device">
      <Icon size={20} aria-hidden />
      <div>
        <p className="row wraps gap-2">
          <bdi>{nameOf(device, t)}</bdi>
          {isPresent && <StatusPill kind="success">{t.present}</StatusPill>}
          {isNew && <StatusPill kind="warning">{t.isNew}</StatusPill>}
        </p>
        <p className="subtle tabular">{t.last(address || t.noAddress, format.dateTime(lastAt))}</p>
        <DeviceActions device={device} onChanged={onChanged} />
      </div>
    </li>
  )
}

interface DeviceTexts {
  unknown: string
  on: (browser: string, system: string) => string
}

export function nameOf({ browser, system }: Pick<DeviceView, 'browser' | 'system'>, t: DeviceTexts) {
  return browser && system ? t.on(browser, system) : browser || system || t.unknown
}

function DeviceActions({ device: { id, isPresent, isNew }, onChanged }: { device: DeviceView; onChanged: () => void }) {
  const t = useTexts('security').security.devices
  const { api, session } = useApp()
  const attempt = useAttempt()
  const params = { device: id }
  const change = async (call: () => Promise<unknown>, done?: string) => {
    if (await attempt(call, done)) onChanged()
  }
  return (
    <div className="row wraps gap-2">
      {isPresent ? (
        <Button size="s" onClick={() => session.logout()}>
          {t.signOut}
        </Button>
      ) : (
        <>
          {isNew && (
            <Button size="s" onClick={() => change(() => api.post('/devices/:device/confirm', { params }))}>
              {t.confirm}
            </Button>
          )}
          <Button size="s" onClick={() => change(() => api.delete('/devices/:device', { params }), t.forgotten)}>
            {t.forget}
          </Button>
        </>
      )}
    </div>
  )
}
