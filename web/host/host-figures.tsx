import type { ReactNode } from 'react'
import type { HostView } from '../../src/host/watch/host-watch.calls'
import type { HostPoint } from '../../src/platform/host-history/host-point.contract'
import { hourMs } from '../../src/kernel/time/durations.contract'
import { useFormat, useTexts } from '../i18n/i18n'
import { IndicatorCard, type IndicatorCardProps, IndicatorSection, LiveNote } from '../ui/display/indicator-card'
import {
  Activity,
  AppWindow,
  CircleAlert,
  Gauge,
  HardDrive,
  MemoryStick,
  MessagesSquare,
  PlugZap,
  Timer,
} from '../ui/icons'

/** Above it, in ms, people notice. */
const lateMs = 50
const busyShare = 0.8
const freeShareMin = 0.1

interface Figure extends Omit<IndicatorCardProps, 'value'> {
  name: string
  of: (point: HostPoint) => number
  show: (value: number, point: HostPoint) => string
  inTableOnly?: boolean
}

/** The last minute, and a line of the last day. */
export function HostFigures({ host }: { host: HostView }) {
  const t = useTexts('host').host
  const figures = useFigures(host)
  const { latest, points } = host
  return (
    <IndicatorSection id="host-now" title={t.now} about={<LiveNote>{t.nowHelp}</LiveNote>}>
      <ul className="indicator-grid">
        {figures
          .filter(({ inTableOnly }) => !inTableOnly)
          .map(({ name, of, show, inTableOnly, ...card }) => (
            <IndicatorCard key={name} {...card} value={show(of(latest), latest)} course={points.map(of)} />
          ))}
      </ul>
      <HourTable points={points} figures={figures} />
    </IndicatorSection>
  )
}

function useFigures({ latest, points, diskSizeBytes, outboxOldestSeconds, jobsOldestSeconds }: HostView): Figure[] {
  const t = useTexts('host').host.figures
  const format = useFormat()
  const failures = points.reduce((sum, point) => sum + point.failures, 0)
  const waiting = [
    outboxOldestSeconds >= 60 && t.outboxWaits(format.duration(outboxOldestSeconds / 60)),
    jobsOldestSeconds >= 60 && t.jobsWait(format.duration(jobsOldestSeconds / 60)),
  ].filter((text) => text !== false)
  const isFull = diskSizeBytes > 0 && latest.diskFreeBytes < diskSizeBytes * freeShareMin
  return [
    {
      name: 'processor',
      label: t.processor,
      icon: Activity,
      of: ({ processor }) => processor,
      show: (share) => format.percent(share * 100),
      note: t.processorNote,
      tone: latest.processor > busyShare ? 'danger' : undefined,
    },
    {
      name: 'loop',
      label: t.loop,
      icon: Gauge,
      of: ({ loopMs }) => loopMs,
      show: (ms) => t.ms(format.number(Math.round(ms))),
      note: t.loopNote,
      tone: latest.loopMs > lateMs ? 'warning' : undefined,
    },
    {
      name: 'memory',
      label: t.memory,
      icon: MemoryStick,
      of: ({ memoryBytes }) => memoryBytes,
      show: format.fileSize,
    },
    {
      name: 'disk',
      label: t.disk,
      icon: HardDrive,
      of: ({ diskFreeBytes }) => diskFreeBytes,
      show: format.fileSize,
      ...(diskSizeBytes > 0 && { note: t.diskNote(format.fileSize(diskSizeBytes)) }),
      tone: isFull ? 'danger' : undefined,
    },
    {
      name: 'windows',
      label: t.windows,
      icon: AppWindow,
      of: ({ windows }) => windows,
      show: (count) => format.number(count),
    },
    {
      name: 'requests',
      label: t.requests,
      icon: Timer,
      of: ({ requests }) => requests,
      show: (count) => format.number(count),
      note: failures > 0 ? t.withFailures(failures) : t.perMinute,
      tone: failures > 0 ? 'warning' : undefined,
    },
    {
      name: 'inbound',
      label: t.inbound,
      icon: MessagesSquare,
      of: ({ inbound }) => inbound,
      show: (count) => format.number(count),
      note: waiting.join(' · ') || t.perMinute,
      tone: waiting.length > 0 ? 'warning' : undefined,
    },
    {
      name: 'lines',
      label: t.lines,
      icon: PlugZap,
      of: ({ linesConnected }) => linesConnected,
      show: (connected, { lines }) => t.linesOf(format.number(connected), format.number(lines)),
      note: t.linesNote,
    },
    {
      name: 'failures',
      label: t.failures,
      icon: CircleAlert,
      of: (point) => point.failures,
      show: (count) => format.number(count),
      inTableOnly: true,
    },
  ]
}

function HourTable({ points, figures }: { points: readonly HostPoint[]; figures: readonly Figure[] }) {
  const t = useTexts('host').host
  const format = useFormat()
  const hours = [...Map.groupBy(points, ({ at }) => Math.floor(at / hourMs) * hourMs)]
  if (hours.length === 0) return <p className="note-text">{t.noPoints}</p>
  return (
    <details className="chart-table">
      <summary>{t.asTable}</summary>
      <table aria-label={t.table} data-wide>
        <thead>
          <tr>
            {[t.hour, ...figures.map(({ label }) => label)].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(([at, group]) => (
            <tr key={at}>
              <th scope="row">{format.time(at)}</th>
              {figures.map(({ name, of, show }) => (
                <td key={name}>{cellOf(name, group, of, show, format.number)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function cellOf(
  name: string,
  points: readonly HostPoint[],
  of: Figure['of'],
  show: Figure['show'],
  number: (value: number) => string,
): ReactNode {
  const last = points.at(-1)
  if (!last) return null
  const values = points.map(of)
  const sum = values.reduce((all, value) => all + value, 0)
  if (name === 'failures') return number(sum)
  if (name === 'loop') return show(Math.max(...values), last)
  return name === 'processor' || name === 'requests' || name === 'inbound'
    ? show(Math.round((sum / values.length) * 100) / 100, last)
    : show(of(last), last)
}
