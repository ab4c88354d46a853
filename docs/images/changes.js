// What changed from one picture to the next, as WebP; what stayed is transparent. Runs in a blank page.
async (pictures) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const parts = [];
  let before = null;
  for (const picture of pictures) {
    const image = await createImageBitmap(new Blob([bytes(picture)]));
    const { width, height } = image;
    const sheet = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    sheet.drawImage(image, 0, 0);
    const picked = sheet.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(picked.data.buffer.slice());
    const shown = new Uint32Array(picked.data.buffer);
    let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
    for (let at = 0; before && at < pixels.length; at++) {
      if (pixels[at] === before[at]) {
        shown[at] = 0;
        continue;
      }
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    before = pixels;
    if (left >= right) [left, top, right, bottom] = [0, 0, 2, 2];
    // Parts lie at even places.
    [left, top] = [left & ~1, top & ~1];
    const part = new OffscreenCanvas(right - left, bottom - top);
    part.getContext("2d").putImageData(picked, -left, -top);
    const written = await part.convertToBlob({ type: "image/webp", quality: 0.85 });
    parts.push({ left, top, width: part.width, height: part.height, webp: [...new Uint8Array(await written.arrayBuffer())] });
  }
  return parts;
};
