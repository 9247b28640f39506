import { SaxesParser } from 'saxes'
import { limits } from './limits.ts'
import { damaged, tooLarge, unsafe } from './refusals.ts'

export interface XmlListener {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Piece by piece, so that a part of fifty megabytes never stands in memory as a whole. Names come without their prefix. What the
 * parser gathers until it tells of it is bounded: memory that a thread asks for at one stroke and does not get ends the whole process.
 */
export async function readXml(pieces: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false } as const)
  let [depth, attributesOfTag, sinceEvent] = [0, 0, 0]
  parser.on('opentagstart', () => {
    attributesOfTag = 0
  })
  parser.on('attribute', () => {
    sinceEvent = 0
    attributesOfTag += 1
    if (attributesOfTag > limits.attributes) throw tooLarge('250 властивостей в одного елемента розмітки')
  })
  parser.on('error', () => {
    throw damaged('розмітку таблиці зіпсовано')
  })
  parser.on('doctype', () => {
    throw unsafe('у розмітці оголошено власні замінники')
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0
    depth += 1
    if (depth > limits.depth) throw unsafe('розмітку вкладено занадто глибоко')
    listener.open(localName(name), attributes)
  })
  const text = (piece: string): void => listener.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0
    depth -= 1
    listener.close?.(localName(name))
  })
  for await (const piece of pieces) {
    sinceEvent += piece.length
    if (sinceEvent > limits.markup) throw tooLarge('1\u00a0000\u00a0000 знаків поспіль без розмітки')
    parser.write(piece)
  }
  parser.close()
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
