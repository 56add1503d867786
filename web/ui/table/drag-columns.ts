import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** Lets all columns in a container but the first be dragged to another's place. */
export function dragColumns(
  container: HTMLElement,
  axis: 'x' | 'y',
  move: (id: string, target: string, isAfter: boolean) => void,
) {
  const elements = [...container.querySelectorAll<HTMLElement>('[data-column]')]
  const stops = elements.flatMap((element, index) => {
    const id = element.dataset['column'] ?? ''
    const isAfter = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const { left, width, top, height } = element.getBoundingClientRect()
      return axis === 'x' ? clientX > left + width / 2 : clientY > top + height / 2
    }
    const unmark = () => delete element.dataset['drop']
    return [
      draggable({
        element,
        canDrag: ({ input }) =>
          index > 0 &&
          !document.elementFromPoint(input.clientX, input.clientY)?.closest('.column-splitter, .icon-button'),
        getInitialData: () => ({ container, id }),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['container'] === container && source.data['id'] !== id,
        onDrag: ({ location }) => (element.dataset['drop'] = isAfter(location.current.input) ? 'after' : 'before'),
        onDragLeave: unmark,
        onDrop({ source, location }) {
          unmark()
          move(String(source.data['id']), id, isAfter(location.current.input))
        },
      }),
    ]
  })
  return () => stops.forEach((stop) => stop())
}
