/** One message of the stream `GET /events`. */
export interface Frame {
  id: string | null
  event: string
  data: string
}

/**
 * Cuts the text of a stream into its messages, wherever the pieces of the network end. What we need of the format
 * (WHATWG HTML, «Server-sent events»): fields to the line, a blank line after each message, a colon before a comment.
 */
export function createFrameReader(onFrame: (frame: Frame) => void): (piece: string) => void {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const frame = toFrame(block)
      if (frame !== null) onFrame(frame)
    }
  }
}

function toFrame(block: string): Frame | null {
  const frame: Frame = { id: null, event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name === 'id') frame.id = value
    else if (name === 'event') frame.event = value
    else if (name === 'data') frame.data += value
  }
  return frame.data === '' ? null : frame
}
