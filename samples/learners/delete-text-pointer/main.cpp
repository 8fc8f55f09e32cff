#include <cstdio>
#include <cstring>
#include <string>

struct Track {
    std::string title;
    int seconds;
};

struct Slot {
    char label[8];
    Track *track;
};

int main()
{
    Slot slot = {};

    slot.track = new Track{"intro", 12};
    std::memcpy(slot.label, "side A, track 1", 16);
    std::printf("%.8s\n", slot.label);
    delete slot.track;
}
