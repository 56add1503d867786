import { useEffect, type RefObject } from 'react'
import { markWords } from '../../message/mark-words'

/** As in `::highlight()` of the styles. */
const highlightName = 'searched-words'

/** Marks the searched words in the messages beside the search. Browsers without the CSS Custom Highlight API show no marks. */
export function useMarkedWords(search: RefObject<HTMLElement | null>, text: string) {
  useEffect(() => {
    const list = search.current?.parentElement?.querySelector('.message-list-inside')
    if (!list || text.trim() === '' || typeof Highlight === 'undefined') return
    const mark = () => {
      const ranges = [...list.querySelectorAll('.message-text')].flatMap((message) => rangesIn(message, text))
      CSS.highlights.set(highlightName, new Highlight(...ranges))
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(list, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      CSS.highlights.delete(highlightName)
    }
  }, [search, text])
}

function rangesIn(message: Element, text: string): Range[] {
  const ranges: Range[] = []
  const nodes = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    let start = 0
    for (const part of markWords(node.nodeValue ?? '', text)) {
      const end = start + part.text.length
      if (part.isMarked) {
        const range = new Range()
        range.setStart(node, start)
        range.setEnd(node, end)
        ranges.push(range)
      }
      start = end
    }
  }
  return ranges
}
