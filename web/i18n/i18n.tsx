import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { errorText, type Reader } from './error-text'
import { createFormat, type Format } from './format'
import { sendErrorText } from './send-error-text'
import type { Language } from './languages'
import type { Area, AreaTexts, LoadedTexts } from './areas'
import type { Texts } from './pt'

const nowStepMs = 30_000

const LanguageContext = createContext<Language>('pt')
const TextsContext = createContext<LoadedTexts | null>(null)
const FormatContext = createContext<Format | null>(null)
const ReaderContext = createContext<Reader>('user')
const NowContext = createContext<number>(0)

interface I18nProviderProps {
  language: Language
  /** The company's IANA time zone, never the browser's. */
  timeZone: string
  texts: LoadedTexts
  /** The signed-in user's role, for texts that depend on it. */
  reader?: Reader
  /** The server's time of rendering, so that the first render shows the same "5 min ago". */
  now: number
  children: ReactNode
}

export function I18nProvider({ language, timeZone, texts, reader = 'user', now, children }: I18nProviderProps) {
  const format = useMemo(() => createFormat(language, timeZone, texts.ui), [language, timeZone, texts])
  const [current, setCurrent] = useState(now)

  useEffect(() => {
    // At once only where the clocks differ, or everything that shows a time would be rendered twice at the start.
    setCurrent((shown) => (Math.abs(Date.now() - shown) < nowStepMs ? shown : Date.now()))
    const timer = setInterval(() => setCurrent(Date.now()), nowStepMs)
    return () => clearInterval(timer)
  }, [])

  return (
    <LanguageContext value={language}>
      <TextsContext value={texts}>
        <FormatContext value={format}>
          <ReaderContext value={reader}>
            <NowContext value={current}>{children}</NowContext>
          </ReaderContext>
        </FormatContext>
      </TextsContext>
    </LanguageContext>
  )
}

/** `t.ui.cancel`, `t.ui.selectedCount(3)`; areas by name: `useTexts('user').user.title`. */
export function useTexts<const Names extends readonly Area[]>(...areas: Names): Texts & Pick<AreaTexts, Names[number]> {
  const texts = useContext(TextsContext) ?? missing('useTexts')
  const absent = areas.find((area) => !texts[area])
  if (absent) throw new Error(`The texts of ${absent} are not loaded: the route or the panel must name them`)
  return texts as LoadedTexts & AreaTexts
}

export function useErrorText(): (error: unknown) => string {
  const texts = useTexts()
  const reader = useContext(ReaderContext)
  return useCallback((error) => errorText(texts, error, reader), [texts, reader])
}

export function useSendErrorText(): (said: string) => string {
  const texts = useTexts()
  const reader = useContext(ReaderContext)
  return useCallback((said) => sendErrorText(texts, said, reader), [texts, reader])
}

export function useFormat(): Format {
  return useContext(FormatContext) ?? missing('useFormat')
}

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

/** Returns the current time in milliseconds, updated twice a minute. */
export function useNow(): number {
  return useContext(NowContext)
}

function missing(hook: string): never {
  throw new Error(`${hook} needs an I18nProvider above it`)
}
